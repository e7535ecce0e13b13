import { Stack, type StackProps } from '@mantine/core';
import type { AriaAttributes, ReactNode } from 'react';

type StackListProps = Pick<StackProps, 'gap' | 'w'> &
  Pick<AriaAttributes, 'aria-label'> & {
    /** Whether the order of the items has a meaning, which a screen reader then tells. */
    isOrdered?: boolean;
    /** Elements `li`, or components that render one. */
    children: ReactNode;
  };

/** Renders a list without bullets, whose items are below each other. */
export function StackList({ isOrdered = false, gap = 'md', ...props }: StackListProps) {
  return <Stack component={isOrdered ? 'ol' : 'ul'} gap={gap} m={0} p={0} style={{ listStyle: 'none' }} {...props} />;
}
