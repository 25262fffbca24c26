const second = 1000;
const day = 86_400 * second;

/** Shows the time that is left of each offer of the page, and hides those that are over. */
export function tick(): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-until]')) follow(section);
}

function follow(section: HTMLElement) {
  const end = Date.parse(section.dataset.until ?? '');
  const show = () => {
    const left = end - Date.now();
    const text = section.querySelector('[data-left]');
    if (text) text.textContent = leftText(Math.max(0, left));
    if (left > 0) return;
    clearInterval(timer);
    section.hidden = true;
  };
  const timer = setInterval(show, second);
  show();
}

/** Such as '2 days 03:15:09'. */
function leftText(ms: number): string {
  const days = Math.floor(ms / day);
  const time = new Date(ms % day).toISOString().slice(11, 19);
  return days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} ${time}` : time;
}
