/** The fields of public pages, drawn like those of plain.tsx. Forms have Mantine's own, which can do more. */
import checkbox from 'mantine:Checkbox';
import inline from 'mantine:InlineInput';
import input from 'mantine:Input';
import { useId, type ComponentPropsWithRef, type CSSProperties, type ReactNode } from 'react';
import theme from '../theme/components.module.css';
import classes from './plainFields.module.css';

type Size = 'sm' | 'md' | 'lg';

interface FieldProps {
  label?: string;
  size?: Size;
  leftSection?: ReactNode;
  /** Why what stands there is refused. */
  error?: string | false;
}

const joined = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ');
const vars = (values: Record<`--${string}`, string>) => values as CSSProperties;

/** What is around a field: label, frame and error. `children` gets what the field itself needs. */
function Field({
  label,
  size = 'md',
  leftSection,
  rightSection,
  error = false,
  className,
  children,
}: FieldProps & {
  rightSection?: ReactNode;
  className: string | undefined;
  children: (field: Pick<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'aria-invalid'>) => ReactNode;
}) {
  const id = useId();
  const isWrong = error !== false;
  return (
    <div className={joined(className, input['root'])} data-size={size} data-error={isWrong || undefined}>
      {label !== undefined && (
        <label
          className={joined(theme['label'], input['label'])}
          style={vars({ '--input-label-size': `var(--mantine-font-size-${size})` })}
          data-size={size}
          htmlFor={id}
        >
          {label}
        </label>
      )}
      <div
        className={joined(theme['field'], input['wrapper'])}
        style={vars({
          '--input-height': `var(--input-height-${size})`,
          '--input-fz': `var(--mantine-font-size-${size})`,
          ...(isWrong && { '--input-margin-bottom': 'calc(var(--mantine-spacing-xs) / 2)' }),
          ...(rightSection !== undefined && { '--input-right-section-pointer-events': 'none' }),
        })}
        data-variant="default"
        data-size={size}
        data-pointer={rightSection !== undefined || undefined}
        data-error={isWrong || undefined}
        data-with-left-section={leftSection !== undefined || undefined}
        data-with-right-section={rightSection !== undefined || undefined}
      >
        {leftSection !== undefined && (
          <div className={input['section']} data-position="left">
            {leftSection}
          </div>
        )}
        {children({
          id,
          className: input['input'],
          ...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-error`, 'data-error': true }),
        })}
        {rightSection !== undefined && (
          <div className={input['section']} data-position="right">
            {rightSection}
          </div>
        )}
      </div>
      {isWrong && (
        <p
          className={input['error']}
          style={vars({
            '--input-error-size': `calc(var(--mantine-font-size-${size}) - 0.125rem)`,
          })}
          data-size={size}
          id={`${id}-error`}
        >
          {error}
        </p>
      )}
    </div>
  );
}

export const TextInput = ({
  label,
  size,
  leftSection,
  error,
  className,
  ...given
}: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'size'>) => (
  <Field className={className} {...definedOf({ label, size, leftSection, error })}>
    {(field) => <input {...field} data-variant="default" {...given} />}
  </Field>
);

type Choice = string | { value: string; label: string };

export const NativeSelect = ({
  label,
  size,
  data,
  className,
  ...given
}: Pick<FieldProps, 'label' | 'size'> & { data: readonly Choice[] } & Omit<
    ComponentPropsWithRef<'select'>,
    'size'
  >) => (
  <Field className={className} {...definedOf({ label, size })} rightSection={<Chevron size={size ?? 'md'} />}>
    {({ id, className: field }) => (
      <select id={id} className={field} data-variant="default" {...given}>
        {data
          .map((each) => (typeof each === 'string' ? { value: each, label: each } : each))
          .map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
      </select>
    )}
  </Field>
);

/** The optional props that were given: React's types tell what is absent from what is undefined. */
const definedOf = <T extends object>(props: { [name in keyof T]: T[name] | undefined }): T =>
  Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as T;

const Chevron = ({ size }: { size: Size }) => (
  <svg className={classes['chevron']} data-size={size} viewBox="0 0 15 15" fill="none" aria-hidden>
    <path
      d="M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z"
      fill="currentColor"
      fillRule="evenodd"
      clipRule="evenodd"
    />
  </svg>
);

export function Checkbox({
  label,
  bodyClassName,
  labelClassName,
  ...given
}: { label: string; bodyClassName?: string; labelClassName?: string } & Omit<ComponentPropsWithRef<'input'>, 'size'>) {
  const id = useId();
  return (
    <div
      className={joined(theme['checkbox'], checkbox['root'], inline['root'])}
      data-variant="filled"
      data-label-position="right"
      data-checked={given.checked || undefined}
    >
      <div className={joined(bodyClassName, inline['body'])}>
        <div className={checkbox['inner']} data-label-position="right">
          <input
            id={id}
            type="checkbox"
            className={`mantine-focus-auto ${checkbox['input']}`}
            data-with-error-styles
            {...given}
          />
          <svg viewBox="0 0 10 7" fill="none" aria-hidden className={checkbox['icon']}>
            <path
              d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
              fill="currentColor"
              fillRule="evenodd"
              clipRule="evenodd"
            />
          </svg>
        </div>
        <div className={joined(labelClassName, inline['labelWrapper'])}>
          <label className={inline['label']} htmlFor={id}>
            {label}
          </label>
        </div>
      </div>
    </div>
  );
}
