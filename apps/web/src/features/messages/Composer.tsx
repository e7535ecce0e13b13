import { LIMITS, MOVING_AWAY_WORDS, movingAway } from '@marquee/validation';
import { SendHorizontal, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { ActionIcon, Button } from '../../ui/plain.tsx';
import { lineOf, type Message } from './message.ts';
import classes from './Thread.module.css';

const draftKey = (name: string) => `marquee.draft.${name}`;

function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(draftKey(name)) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(draftKey(name));
    else sessionStorage.setItem(draftKey(name), text);
  } catch {
    // Storage is switched off: the draft lives as long as the page.
  }
}

interface ComposerProps {
  /** Names the draft, which stays in this tab until it is sent: whose it is, and where. */
  draftName: string;
  otherName: string;
  quoted: { message: Message; name: string } | null;
  onUnquote: () => void;
  onType: () => void;
  onSend: (text: string) => void;
}

/** Where a message is written. Enter sends it, Shift and Enter begin a line. */
export function Composer({ draftName, otherName, quoted, onUnquote, onType, onSend }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(draftName));
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const warning = movingAway(text);
  useEffect(() => keepDraft(draftName, text), [draftName, text]);
  useEffect(() => {
    if (quoted !== null) field.current?.focus();
  }, [quoted]);

  const send = () => {
    if (text.trim() === '') return field.current?.focus();
    onSend(text);
    setText('');
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // While a word is being composed (Japanese, Chinese, Korean) Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {quoted !== null && (
        <div className={classes.quoting}>
          <span className={classes.quotedText}>
            <strong>{quoted.name}</strong> {lineOf(quoted.message)}
          </span>
          <ActionIcon variant="subtle" color="gray" aria-label="Do not quote this" onClick={onUnquote}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      <output className={classes.warning}>{warning === null ? null : MOVING_AWAY_WORDS[warning]}</output>
      <div className={classes.writing}>
        <textarea
          ref={field}
          className={classes.field}
          aria-label={`Message to ${otherName}`}
          aria-describedby={hint}
          placeholder="Write a message"
          rows={1}
          maxLength={LIMITS.message}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value !== '') onType();
          }}
          onKeyDown={press}
        />
        <Button type="submit" leftSection={<SendHorizontal size={17} aria-hidden />}>
          Send
        </Button>
      </div>
      <p id={hint} className={classes.hint}>
        Enter sends, Shift and Enter begin a new line.
        {text.length > LIMITS.message * 0.9 && ` ${LIMITS.message - text.length} characters left.`}
      </p>
    </form>
  );
}
