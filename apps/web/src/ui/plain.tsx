/**
 * Mantine's elements that only look: its markup, class names and variables, from its own style sheets, without the
 * engine that Mantine draws them with, which weighs more than a public page. Of their props there are those that
 * screens use. Variables that follow from an attribute (size, order, variant) are rules in components.module.css: on
 * every element they would be much of a page. plain.spec.tsx compares each with Mantine's own.
 */
import actionIcon from 'mantine:ActionIcon';
import anchor from 'mantine:Anchor';
import avatar from 'mantine:Avatar';
import badge from 'mantine:Badge';
import button from 'mantine:Button';
import card from 'mantine:Card';
import center from 'mantine:Center';
import container from 'mantine:Container';
import group from 'mantine:Group';
import loader from 'mantine:Loader';
import paper from 'mantine:Paper';
import skeleton from 'mantine:Skeleton';
import stack from 'mantine:Stack';
import text from 'mantine:Text';
import title from 'mantine:Title';
import unstyledButton from 'mantine:UnstyledButton';
import visuallyHidden from 'mantine:VisuallyHidden';
import {
  Children,
  useState,
  type ComponentPropsWithRef,
  type CSSProperties,
  type ElementType,
  type ReactNode,
} from 'react';
import { jsx } from 'react/jsx-runtime';
import theme from '../theme/components.module.css';
import type { Named } from '../theme/tokens.ts';
import { TOUCH } from '../theme/touch.ts';

type Size = 'xs' | 'sm' | 'md' | 'lg' | 'xl';
type Heading = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
type Space = Size | number | (string & {});

/** Single styles as props, by Mantine's names. */
interface StyleProps {
  m?: Space;
  mt?: Space;
  mb?: Space;
  ml?: Space;
  my?: Space;
  p?: Space;
  px?: Space;
  py?: Space;
  w?: Space;
  h?: Space;
  miw?: Space;
  maw?: Space;
  c?: Named;
  fz?: Size | Heading | number;
  fw?: CSSProperties['fontWeight'];
  lh?: Size | number;
  ta?: CSSProperties['textAlign'];
  tt?: CSSProperties['textTransform'];
  flex?: CSSProperties['flex'];
  display?: CSSProperties['display'];
}

const SIZES: readonly unknown[] = ['xs', 'sm', 'md', 'lg', 'xl'];
const HEADINGS: readonly unknown[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Pixels in the unit that follows the reader's type size; of text, each number in it. */
const rem = (value: string | number): string =>
  typeof value === 'number'
    ? value === 0
      ? '0rem'
      : `${value / 16}rem`
    : value
        .split(' ')
        .map((part) => (/^-?[\d.]+(px)?$/.test(part) ? rem(Number.parseFloat(part)) : part))
        .join(' ');

const spacing = (value: Space): string => (SIZES.includes(value) ? `var(--mantine-spacing-${value})` : rem(value));
const length = (value: Space): Space => (typeof value === 'number' ? rem(value) : value);
const fontSize = (value: Size | Heading | number): string =>
  HEADINGS.includes(value)
    ? `var(--mantine-${value}-font-size)`
    : SIZES.includes(value)
      ? `var(--mantine-font-size-${value})`
      : rem(value);
const lineHeight = (value: Size | number) => (SIZES.includes(value) ? `var(--mantine-line-height-${value})` : value);
const radiusOf = (value: Size | number) => (SIZES.includes(value) ? `var(--mantine-radius-${value})` : rem(value));
const asIs = <T,>(value: T) => value;

/** A colour as text is set in it. */
function textColor(color: Named): string {
  if (color === 'inherit' || color.startsWith('var(')) return color;
  if (color === 'dimmed') return 'var(--mantine-color-dimmed)';
  return color.includes('.') ? `var(--mantine-color-${color.replace('.', '-')})` : `var(--mantine-color-${color}-text)`;
}

const STYLES: { [name in keyof StyleProps]-?: [property: keyof CSSProperties, (value: never) => unknown] } = {
  m: ['margin', spacing],
  mt: ['marginTop', spacing],
  mb: ['marginBottom', spacing],
  ml: ['marginLeft', spacing],
  my: ['marginBlock', spacing],
  p: ['padding', spacing],
  px: ['paddingInline', spacing],
  py: ['paddingBlock', spacing],
  w: ['width', length],
  h: ['height', length],
  miw: ['minWidth', length],
  maw: ['maxWidth', length],
  c: ['color', textColor],
  fz: ['fontSize', fontSize],
  fw: ['fontWeight', asIs],
  lh: ['lineHeight', lineHeight],
  ta: ['textAlign', asIs],
  tt: ['textTransform', asIs],
  flex: ['flex', asIs],
  display: ['display', asIs],
};

interface Look {
  /** The element unless the caller names another. */
  as: ElementType;
  classes: readonly (string | false | undefined)[];
  /** CSS variables; what is undefined is left out. */
  vars?: Record<`--${string}`, string | number | undefined>;
  /** `data-` attributes; what is false or undefined is left out. */
  mod?: Record<string, string | number | boolean | undefined>;
}

const STYLE_NAMES = Object.keys(STYLES) as (keyof typeof STYLES)[];

/** Draws an element with its look, whatever else the caller gave it, and the styles among that. */
function draw(look: Look, all: object): ReactNode {
  const { vars, mod } = look;
  const given = all as Record<string, unknown>;
  const props: Record<string, unknown> = {};
  const styles: Record<string, unknown> = {};
  let isStyled = false;
  let hasStyleProps = false;
  for (const name in vars) {
    const value = vars[name as `--${string}`];
    if (value === undefined) continue;
    styles[name] = value;
    isStyled = true;
  }
  for (const name in given) {
    if (name in STYLES) hasStyleProps = true;
    else if (name !== 'component' && name !== 'className' && name !== 'style') props[name] = given[name];
  }
  if (hasStyleProps) {
    // In their own order, in which the side of a margin comes after all of it.
    for (const name of STYLE_NAMES) {
      if (given[name] === undefined) continue;
      const [property, toValue] = STYLES[name];
      styles[property] = toValue(given[name] as never);
      isStyled = true;
    }
  }
  for (const name in mod) {
    const value = mod[name];
    if (value !== undefined && value !== false) props[`data-${name}`] = value;
  }
  let className = (given['className'] ?? '') as string;
  for (let at = look.classes.length - 1; at >= 0; at -= 1) {
    const name = look.classes[at];
    if (name) className = className === '' ? name : `${name} ${className}`;
  }
  if (className !== '') props['className'] = className;
  if (given['style'] !== undefined) {
    Object.assign(styles, given['style']);
    isStyled = true;
  }
  if (isStyled) props['style'] = styles;
  return jsx((given['component'] ?? look.as) as ElementType, props);
}

/** An element's own props, with those of its look; `component` is another element or component to draw it as. */
type Props<E extends ElementType, Own> = Own &
  StyleProps & { component?: E } & Omit<ComponentPropsWithRef<E>, keyof Own | keyof StyleProps | 'component'>;

/** The button of Mantine's that it builds on, with the focus ring. */
const FOCUS = 'mantine-focus-auto';

interface Coloured {
  variant?: 'filled' | 'light' | 'outline' | 'subtle' | 'default' | 'white' | 'dot';
  color?: Named;
}

/** Background, hover, text and border of a variant in a colour. */
function colours(variant: NonNullable<Coloured['variant']>, color: Named) {
  const name = `--mantine-color-${color.replace('.', '-')}`;
  const line = (of: string) => `${rem(1)} solid ${of}`;
  const clear = line('transparent');
  const [base = '', shade] = color.split('.');
  switch (variant) {
    case 'default':
      return {
        background: 'var(--mantine-color-default)',
        hover: 'var(--mantine-color-default-hover)',
        color: 'var(--mantine-color-default-color)',
        border: line('var(--mantine-color-default-border)'),
      };
    case 'white':
      return {
        background: 'var(--mantine-color-white)',
        hover: 'rgba(252, 252, 252, 1)',
        color: `var(${name}-filled)`,
        border: clear,
      };
    case 'outline':
      return {
        background: 'transparent',
        hover: `var(${name}-outline-hover)`,
        color: `var(${name}-outline)`,
        border: line(`var(${name}-outline)`),
      };
    case 'light':
    case 'subtle':
      return {
        background: variant === 'light' ? `var(${name}-light)` : 'transparent',
        hover: `var(${name}-light-hover)`,
        color: `var(${name}-light-color)`,
        border: clear,
      };
    default: {
      const next = shade === '9' ? '8' : String(Number(shade) + 1);
      return {
        background: shade === undefined ? `var(${name}-filled)` : `var(${name})`,
        hover: shade === undefined ? `var(${name}-filled-hover)` : `var(--mantine-color-${base}-${next})`,
        color: 'var(--mantine-color-white)',
        border: clear,
      };
    }
  }
}

interface TextOwn {
  size?: Size;
  span?: boolean;
  inherit?: boolean;
  lineClamp?: number;
}

const textLook = ({ size, inherit, lineClamp }: TextOwn) => ({
  vars: { '--text-line-clamp': lineClamp },
  mod: { size, inherit, 'line-clamp': lineClamp !== undefined },
});

export function Text<E extends ElementType = 'p'>({ size, span, inherit, lineClamp, ...given }: Props<E, TextOwn>) {
  const own = { size, inherit, lineClamp } as TextOwn;
  return draw({ as: span ? 'span' : 'p', classes: [FOCUS, theme['text'], text['root']], ...textLook(own) }, given);
}

/** What gives text its look, for components that pass it on. */
export type TextProps = StyleProps & TextOwn & { className?: string };

export function Anchor<E extends ElementType = 'a'>({
  size,
  inherit,
  underline = 'hover',
  ...given
}: Props<E, Omit<TextOwn, 'span'> & { underline?: 'always' | 'hover' | 'never' }>) {
  const { vars, mod } = textLook({ size, inherit } as TextOwn);
  const classes = [FOCUS, theme['anchor'], theme['text'], anchor['root'], text['root']];
  return draw({ as: 'a', classes, vars, mod: { ...mod, underline } }, given);
}

export function Title({
  order = 1,
  size,
  ...given
}: Props<'h1', { order?: 1 | 2 | 3 | 4; size?: Heading }>): ReactNode {
  const as = `h${order}` as const;
  return draw(
    {
      as,
      classes: [theme['title'], title['root']],
      vars: {
        '--title-fw': size && `var(--mantine-${size}-font-weight)`,
        '--title-lh': size && `var(--mantine-${size}-line-height)`,
        '--title-fz': size && `var(--mantine-${size}-font-size)`,
      },
      mod: { order, size },
    },
    given,
  );
}

interface ButtonOwn extends Coloured {
  size?: Size;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean;
  /** Shows that it is at work, and takes no press meanwhile. */
  loading?: boolean;
  disabled?: boolean;
  children?: ReactNode;
}

/** What turns while a button is at work. */
const Loader = ({
  className,
  style,
  ...vars
}: {
  className: string | undefined;
  style: CSSProperties;
  size: string;
  color: string;
}) => (
  <span className={className} style={style} aria-hidden>
    <span
      className={`${loader['ovalLoader']} ${loader['root']}`}
      style={{ '--loader-size': vars.size, '--loader-color': vars.color } as CSSProperties}
    />
  </span>
);

/** Of these variants in their own colour the variables are in components.module.css. */
const BUTTON_RULES: readonly unknown[] = [undefined, 'default', 'subtle'];

export function Button<E extends ElementType = 'button'>({
  size = 'md',
  variant,
  color,
  leftSection,
  rightSection,
  fullWidth,
  loading = false,
  disabled = false,
  children,
  ...given
}: Props<E, ButtonOwn>) {
  const isColoured = color !== undefined || !BUTTON_RULES.includes(variant);
  const coloured = isColoured ? colours(variant ?? 'filled', color ?? 'iris') : undefined;
  const isPlainButton = given.component === undefined || given.component === 'button';
  return draw(
    {
      as: 'button',
      classes: [
        FOCUS,
        !disabled && !loading && 'mantine-active',
        theme['button'],
        button['root'],
        unstyledButton['root'],
      ],
      vars: {
        '--button-bg': coloured?.background,
        '--button-hover': coloured?.hover,
        '--button-color': coloured?.color,
        '--button-bd': coloured?.border,
      },
      mod: {
        variant,
        size,
        disabled,
        loading,
        block: fullWidth,
        'with-left-section': Boolean(leftSection),
        'with-right-section': Boolean(rightSection),
      },
    },
    {
      ...(isPlainButton && { type: 'button' }),
      ...((disabled || loading) && { disabled: true }),
      ...given,
      children: (
        <>
          {loading && (
            <Loader
              className={button['loader']}
              style={{ opacity: 1, transform: `translate(-50%, calc(-50% + ${rem(1)}))` }}
              size="calc(var(--button-height) / 1.8)"
              color="var(--button-color)"
            />
          )}
          <span className={button['inner']}>
            {leftSection && (
              <span className={button['section']} data-position="left">
                {leftSection}
              </span>
            )}
            <span className={button['label']} data-loading={loading || undefined}>
              {children}
            </span>
            {rightSection && (
              <span className={button['section']} data-position="right">
                {rightSection}
              </span>
            )}
          </span>
        </>
      ),
    },
  );
}

export type ButtonProps = ButtonOwn & StyleProps;

interface ActionIconOwn extends Coloured {
  /** In pixels. */
  size?: number;
  loading?: boolean;
  disabled?: boolean;
  children?: ReactNode;
}

export function ActionIcon<E extends ElementType = 'button'>({
  size = TOUCH,
  variant,
  color,
  loading = false,
  disabled = false,
  children,
  ...given
}: Props<E, ActionIconOwn>) {
  const { background, hover, border, color: ink } = colours(variant ?? 'filled', color ?? 'iris');
  const isColoured = variant !== undefined || color !== undefined;
  return draw(
    {
      as: 'button',
      classes: [FOCUS, !disabled && !loading && 'mantine-active', actionIcon['root'], unstyledButton['root']],
      vars: {
        '--ai-size': rem(size),
        '--ai-bg': isColoured ? background : undefined,
        '--ai-hover': isColoured ? hover : undefined,
        '--ai-color': ink,
        '--ai-bd': isColoured ? border : undefined,
      },
      mod: { variant, disabled, loading },
    },
    {
      ...((given.component === undefined || given.component === 'button') && { type: 'button' }),
      ...(loading && { 'aria-busy': true }),
      ...((disabled || loading) && { disabled: true }),
      ...given,
      children: (
        <>
          {loading && (
            <Loader
              className={actionIcon['loader']}
              style={{ opacity: 1, transform: 'translateY(0)' }}
              size="calc(var(--ai-size) * 0.55)"
              color="var(--ai-color)"
            />
          )}
          <span className={actionIcon['icon']} data-loading={loading || undefined}>
            {children}
          </span>
        </>
      ),
    },
  );
}

export type ActionIconProps = ActionIconOwn & StyleProps;

export function UnstyledButton(given: Props<'button', object>): ReactNode {
  return draw({ as: 'button', classes: [FOCUS, unstyledButton['root']] }, { type: 'button', ...given });
}

interface BadgeOwn extends Coloured {
  size?: 'md' | 'lg';
  leftSection?: ReactNode;
  children?: ReactNode;
}

export function Badge<E extends ElementType = 'div'>({
  size,
  variant = 'light',
  color,
  leftSection,
  children,
  ...given
}: Props<E, BadgeOwn>) {
  const isDot = variant === 'dot';
  const isColoured = !isDot && (color !== undefined || variant !== 'light');
  const coloured = isColoured ? colours(variant, color ?? 'iris') : undefined;
  return draw(
    {
      as: 'div',
      classes: [theme['badge'], isDot && badge['root--dot'], badge['root']],
      vars: {
        '--badge-height': size && `var(--badge-height-${size})`,
        '--badge-padding-x': size && `var(--badge-padding-x-${size})`,
        '--badge-fz': size && `var(--badge-fz-${size})`,
        '--badge-bg': coloured?.background,
        '--badge-color': coloured?.color,
        '--badge-bd': coloured?.border,
        '--badge-dot-color': isDot ? colours('filled', color ?? 'iris').background : undefined,
      },
      mod: { variant, size, 'with-left-section': Boolean(leftSection) },
    },
    {
      ...given,
      children: (
        <>
          {leftSection && (
            <span className={badge['section']} data-position="left">
              {leftSection}
            </span>
          )}
          <span className={badge['label']}>{children}</span>
        </>
      ),
    },
  );
}

export function Card<E extends ElementType = 'div'>({ padding = 'lg', ...given }: Props<E, { padding?: Space }>) {
  return draw(
    {
      as: 'div',
      classes: [theme['card'], card['root'], paper['root']],
      vars: { '--paper-radius': 'var(--mantine-radius-lg)', '--card-padding': spacing(padding) },
      mod: { 'with-border': true, orientation: 'vertical' },
    },
    given,
  );
}

interface GroupOwn {
  gap?: Space;
  align?: CSSProperties['alignItems'];
  justify?: CSSProperties['justifyContent'];
  wrap?: CSSProperties['flexWrap'];
  /** The children share the width. */
  grow?: boolean;
  children?: ReactNode;
}

/** Beside each other. */
export function Group<E extends ElementType = 'div'>({
  gap = 'md',
  align = 'center',
  justify = 'flex-start',
  wrap = 'wrap',
  grow,
  ...given
}: Props<E, GroupOwn>) {
  const count = grow === true ? Children.toArray(given['children']).length : 0;
  const vars = {
    '--group-child-width':
      count > 0 ? `calc(${100 / count}% - (${spacing(gap)} - ${spacing(gap)} / ${count}))` : undefined,
    '--group-gap': spacing(gap),
    '--group-align': String(align),
    '--group-justify': String(justify),
    '--group-wrap': String(wrap),
  };
  return draw({ as: 'div', classes: [group['root']], vars, mod: { grow } }, given);
}

/** One below the other. */
export function Stack<E extends ElementType = 'div'>({
  gap = 'md',
  align = 'stretch',
  justify = 'flex-start',
  ...given
}: Props<E, Omit<GroupOwn, 'wrap' | 'grow'>>) {
  const vars = { '--stack-gap': spacing(gap), '--stack-align': String(align), '--stack-justify': String(justify) };
  return draw({ as: 'div', classes: [stack['root']], vars }, given);
}

export function Center(given: Props<'div', object>): ReactNode {
  return draw({ as: 'div', classes: [center['root']] }, given);
}

export function Container<E extends ElementType = 'div'>({
  size = 'md',
  ...given
}: Props<E, { size?: Size | number }>) {
  const width = size === 'lg' ? '75rem' : typeof size === 'number' ? rem(size) : `var(--container-size-${size})`;
  return draw(
    {
      as: 'div',
      classes: [container['root']],
      vars: { '--container-size': width },
      mod: { size: typeof size === 'number' ? undefined : size, strategy: 'block' },
    },
    given,
  );
}

/** Nothing but the styles that it is given. */
export function Box<E extends ElementType = 'div'>(given: Props<E, object>) {
  return draw({ as: 'div', classes: [] }, given);
}

/** For screen readers only. */
export function VisuallyHidden<E extends ElementType = 'span'>(given: Props<E, object>) {
  return draw({ as: 'span', classes: [visuallyHidden['root']] }, given);
}

interface SkeletonOwn {
  height?: Space;
  width?: Space;
  radius?: Size | number;
}

/** The shape of what is to come. */
export function Skeleton({ height, width, radius, ...given }: Props<'div', SkeletonOwn>): ReactNode {
  return draw(
    {
      as: 'div',
      classes: [theme['skeleton'], skeleton['root']],
      vars: {
        '--skeleton-height': height === undefined ? undefined : rem(height),
        '--skeleton-width': width === undefined ? undefined : rem(width),
        '--skeleton-radius': radius === undefined ? undefined : radiusOf(radius),
      },
      mod: { visible: true, animate: true },
    },
    given,
  );
}

interface AvatarOwn {
  src: string | null;
  alt: string;
  size: number;
  imageProps?: ComponentPropsWithRef<'img'>;
  /** Stands there without a picture, or when it does not load. */
  children?: ReactNode;
}

export function Avatar<E extends ElementType = 'div'>({
  src,
  alt,
  size,
  imageProps,
  children,
  ...given
}: Props<E, AvatarOwn>) {
  const [broken, setBroken] = useState<string | null>(null);
  return draw(
    { as: 'div', classes: [theme['avatar'], avatar['root']], vars: { '--avatar-size': rem(size) } },
    {
      ...given,
      children:
        src === null || src === broken ? (
          <span className={avatar['placeholder']} title={alt}>
            {children}
          </span>
        ) : (
          <img {...imageProps} className={avatar['image']} src={src} alt={alt} onError={() => setBroken(src)} />
        ),
    },
  );
}
