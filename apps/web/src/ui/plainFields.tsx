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
  <svg className={classes['chevron']} data-size={size} aria-hidden>
    <use href="#i-chevron" />
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
            <use href="#i-tick" />
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
