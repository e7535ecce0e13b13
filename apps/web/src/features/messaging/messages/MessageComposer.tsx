import { ActionIcon, Button } from '@mantine/core';
import {
  LIMITS,
  MESSAGE_FILE_TOO_LARGE,
  OFF_PLATFORM_WARNINGS,
  describeExcessText,
  findOffPlatformRisk,
} from '@marquee/validation';
import { Paperclip, SendHorizontal, X } from 'lucide-react';
import {
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type DragEvent,
  type KeyboardEvent,
} from 'react';
import { isComposing } from '../../../lib/isComposing.ts';
import { openTabStorage } from '../../../lib/storage.ts';
import { getStorageOwner } from '../../../lib/storageOwner.ts';
import { getScope, trpcClient } from '../../../trpc.ts';
import { HiddenFileInput } from '../../../ui/HiddenFileInput.tsx';
import { UploadList } from '../../../ui/UploadList.tsx';
import { createUploadQueue, type UploadPurpose } from '../../../lib/uploadQueue.ts';
import { formatLoadedMessagePreview, type ConversationMessage, type SentFile } from './message.ts';
import classes from './MessageThread.module.css';

const getDraftKey = (name: string) => `message ${name}`;

const readMessageDraft = (name: string): string => openTabStorage(getStorageOwner()).getText(getDraftKey(name)) ?? '';

function storeMessageDraft(name: string, text: string): void {
  const tabStorage = openTabStorage(getStorageOwner());
  if (text === '') tabStorage.remove(getDraftKey(name));
  else tabStorage.setText(getDraftKey(name), text);
}

interface MessageComposerProps {
  /** The id of the conversation's booking or other party. The draft is stored under it in this tab until it is sent. */
  draftName: string;
  otherName: string;
  quoted: { message: ConversationMessage; name: string } | null;
  onUnquote: () => void;
  onType: () => void;
  onSend: (text: string, files: readonly SentFile[]) => void;
}

const createMessageUploads = (draftName: string): UploadPurpose => ({
  scope: draftName,
  begin: (file, options) => trpcClient.messages.beginFile.mutate(file, options),
  discard: (id) => trpcClient.messages.discardFile.mutate({ id }),
  most: LIMITS.messageFiles,
  mostBytes: LIMITS.messageFileBytes,
  tooLarge: MESSAGE_FILE_TOO_LARGE,
});

/**
 * Lets the user write a message. Enter sends it, and Shift+Enter starts a new line. On touch screens, Enter starts a
 * new line. Files are uploaded as soon as they are chosen.
 */
export function MessageComposer({ draftName, otherName, quoted, onUnquote, onType, onSend }: MessageComposerProps) {
  // The server has no drafts, so the field must be empty when the page is hydrated.
  const [text, setText] = useState(() => (getScope().isDrawn ? '' : readMessageDraft(draftName)));
  useEffect(() => {
    const storedText = readMessageDraft(draftName);
    if (storedText !== '') startTransition(() => setText((before) => (before === '' ? storedText : before)));
  }, [draftName]);
  const [uploads] = useState(() => createUploadQueue(createMessageUploads(draftName)));
  const chosenFiles = useSyncExternalStore(uploads.subscribe, uploads.chosen, uploads.chosen);
  useEffect(() => uploads.stop, [uploads]);
  const [isWaiting, setWaiting] = useState(false);
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  const warning = findOffPlatformRisk(text);
  const excess = describeExcessText(text, LIMITS.message);
  useEffect(() => storeMessageDraft(draftName, text), [draftName, text]);
  useEffect(() => {
    if (quoted !== null) field.current?.focus();
  }, [quoted]);

  const isUnderWay = chosenFiles.some(({ id, error }) => id === null && error === null);
  const isFailed = chosenFiles.some(({ error }) => error !== null);
  const files = chosenFiles.flatMap(({ id, name, bytes }) => (id === null ? [] : [{ id, name, bytes }]));
  const send = () => {
    // Does not send the message if an upload is pending or has failed. The composer then explains why.
    setWaiting(isUnderWay || isFailed);
    if (isUnderWay || isFailed) return;
    if (excess !== undefined || (text.trim() === '' && files.length === 0)) return field.current?.focus();
    onSend(text, files);
    setText('');
    uploads.clear();
    field.current?.focus();
  };
  const add = (added: readonly File[]) => {
    setWaiting(false);
    uploads.add(added);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    // A keyboard on the screen has no Shift+Enter, so there Enter must start a new line.
    if (matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    send();
  };
  return (
    // Dropping and pasting files are shortcuts for the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <form
      className={classes.composer}
      data-over={isOver || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {quoted !== null && (
        <div className={classes.quoting}>
          <span className={classes.quotedText}>
            <strong>{quoted.name}</strong> {formatLoadedMessagePreview(quoted.message)}
          </span>
          <ActionIcon variant="subtle" color="gray" aria-label="Remove quote" onClick={onUnquote}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      <output className={classes.warning}>{warning === null ? null : OFF_PLATFORM_WARNINGS[warning]}</output>
      <output className={classes.warning}>{excess}</output>
      <div className={classes.chosen}>
        <UploadList uploads={uploads} />
      </div>
      <output className={classes.warning}>
        {isWaiting && isUnderWay && <span>A file is still uploading. Send the message when it is done.</span>}
        {isWaiting && !isUnderWay && isFailed && <span>A file could not be uploaded. Try again or remove it.</span>}
      </output>
      <div className={classes.writing}>
        <HiddenFileInput ref={chooser} onChoose={add} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={42}
          aria-label="Add files"
          disabled={chosenFiles.length >= LIMITS.messageFiles}
          onClick={() => chooser.current?.click()}
        >
          <Paperclip size={19} aria-hidden />
        </ActionIcon>
        <textarea
          ref={field}
          className={`${classes.field} ${classes.message}`}
          aria-label={`Message to ${otherName}`}
          aria-describedby={hint}
          placeholder="Write a message"
          rows={1}
          aria-invalid={excess !== undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value !== '') onType();
          }}
          onKeyDown={press}
          onPaste={(event) => {
            const { files: pasted } = event.clipboardData;
            if (pasted.length > 0) add([...pasted]);
          }}
        />
        <Button type="submit" variant="light" leftSection={<SendHorizontal size={17} aria-hidden />}>
          Send
        </Button>
      </div>
      <p id={hint} className={classes.hint}>
        Press Enter to send, Shift+Enter for a new line.
      </p>
    </form>
  );
}
