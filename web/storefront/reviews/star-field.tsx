const labels = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'];

export function StarField({
  value,
  onChange,
  error,
}: {
  value: number;
  onChange: (stars: number) => void;
  error: string | undefined;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Your rating</legend>
      <div className="flex flex-wrap items-center sm:gap-x-1">
        {labels.map((label, index) => {
          const stars = index + 1;
          return (
            <label
              key={label}
              data-on={stars <= value}
              className="star-choice has-focus-visible:outline-2 has-focus-visible:outline-press"
            >
              <input
                type="radio"
                name="stars"
                value={stars}
                checked={stars === value}
                onChange={() => onChange(stars)}
                aria-invalid={error ? true : undefined}
                className="sr-only"
              />
              <span className="sr-only">
                {stars === 1 ? '1 star' : `${stars} stars`}: {label}
              </span>
            </label>
          );
        })}
        <span aria-hidden="true" className="ml-2 text-sm text-ink-soft">
          {labels[value - 1]}
        </span>
      </div>
      {error && (
        <p role="alert" className="mt-1 text-sm font-medium text-madder">
          {error}
        </p>
      )}
    </fieldset>
  );
}
