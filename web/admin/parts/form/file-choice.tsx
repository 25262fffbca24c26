import type { ReactNode } from 'react';

/** A button that opens the file dialog; allows choosing the same file again. */
export function FileChoice(props: {
  accept: string;
  onChoose: (files: FileList | null) => void;
  children: ReactNode;
}) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full bg-card px-5 font-medium ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press hover:ring-ink">
      {props.children}
      <input
        type="file"
        accept={props.accept}
        className="sr-only"
        onChange={(event) => {
          props.onChoose(event.target.files);
          event.target.value = '';
        }}
      />
    </label>
  );
}
