import type { Ref } from 'react';

interface HiddenFileInputProps {
  /** A button opens the file dialog with the `click` method of this element. */
  ref: Ref<HTMLInputElement>;
  onChoose: (files: readonly File[]) => void;
}

/** Renders an invisible field with which the user chooses one or more files. */
export const HiddenFileInput = ({ ref, onChoose }: HiddenFileInputProps) => (
  <input
    ref={ref}
    type="file"
    multiple
    hidden
    data-testid="files"
    onChange={(event) => {
      onChoose([...(event.currentTarget.files ?? [])]);
      // Without this, choosing the same file a second time would not trigger a change event.
      event.currentTarget.value = '';
    }}
  />
);
