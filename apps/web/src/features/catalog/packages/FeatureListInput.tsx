import { ActionIcon, CloseButton, Group, TextInput } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import classes from './FeatureListInput.module.css';
import { addFeature } from './packageFields.ts';
import { isComposing } from '../../../lib/isComposing.ts';

/** Lets the creator edit the list of features. Enter or the plus button adds one. */
export function FeatureListInput(props: {
  features: string[];
  onFeatures: (features: string[]) => void;
  text: string;
  onText: (text: string) => void;
  error?: React.ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isFull = props.features.length >= LIMITS.features;

  const add = () => {
    if (isFull) return;
    props.onFeatures(addFeature(props.features, props.text));
    props.onText('');
    input.current?.focus();
  };

  return (
    <div>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          ref={input}
          className={classes.input ?? ''}
          label="Features"
          description={
            isFull
              ? `A package can list up to ${LIMITS.features} features.`
              : 'List everything that is included. Press Enter to add each feature.'
          }
          placeholder="e.g. 2 revisions"
          data-path="feature"
          error={props.error !== undefined && props.error !== null}
          aria-describedby={props.error ? 'feature-error' : undefined}
          value={props.text}
          onChange={(event) => props.onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            add();
          }}
          readOnly={isFull}
        />
        <ActionIcon size={42} variant="default" onClick={add} disabled={isFull} aria-label="Add feature">
          <Plus size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {props.error !== undefined && props.error !== null && (
        <p id="feature-error" className={classes.error}>
          {props.error}
        </p>
      )}
      {props.features.length > 0 && (
        <ul className={classes.list} aria-label="Features of this package">
          {props.features.map((feature, index) => (
            <li key={`${index}:${feature}`} className={classes.feature}>
              <span className={classes.text}>{feature}</span>
              <CloseButton
                size={40}
                iconSize={16}
                aria-label={`Remove ${feature}`}
                onClick={() => {
                  props.onFeatures(props.features.filter((_, at) => at !== index));
                  input.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
