/**
 * What makes icons of Lucide's outlines, in place of Lucide's own (ssr/plugins.ts): they are drawn here as they are,
 * without a context, aliases and other sizes of the grid. Their look is Icon.module.css's, which wins over attributes.
 */
import type { IconNode, LucideIcon, LucideProps } from 'lucide-react';
import { jsx } from 'react/jsx-runtime';
import classes from './Icon.module.css';

// oxlint-disable-next-line import/no-default-export -- Lucide's icons import it so.
export default function createLucideIcon({ node }: { node: IconNode }): LucideIcon {
  let shapes: { __html: string } | undefined;
  const draw = ({ size = 24, strokeWidth, className, style, ...rest }: LucideProps) =>
    jsx('svg', {
      className: className === undefined ? classes['icon'] : `${classes['icon']} ${className}`,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
      style: strokeWidth === undefined ? style : { strokeWidth, ...style },
      ...rest,
      dangerouslySetInnerHTML: (shapes ??= {
        __html: node.map(textOf).join(''),
      }),
    });
  // Lucide's are made before React passed references on as any other prop.
  return draw as unknown as LucideIcon;
}

const textOf = ([tag, attributes]: IconNode[number]) =>
  `<${tag}${Object.entries(attributes as Record<string, string>)
    .map(([name, value]) => (name === 'key' ? '' : ` ${name}="${value}"`))
    .join('')}/>`;
