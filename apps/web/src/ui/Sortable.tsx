/** Provides lists that users can reorder by dragging a handle with the mouse, a finger or the keyboard. */
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { GripVertical } from 'lucide-react';
import { createContext, use, useRef, type ReactNode } from 'react';
import classes from './Sortable.module.css';

/** The distance in pixels after which a drag starts, so that a click on the handle is not a drag. */
const DRAG_DISTANCE_PX = 4;

const SCREEN_READER_INSTRUCTIONS = {
  draggable:
    'Press Space to pick it up, move it with the arrow keys, and press Space again to drop it or Escape to cancel.',
};

interface SortableListProps {
  /** The noun used in announcements for screen readers, such as 'Question' in 'Question 2 of 5 picked up'. */
  noun: string;
  ids: readonly string[];
  /** Items of a list move vertically, items of a grid in both directions. */
  layout?: 'list' | 'grid';
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** Wraps `SortableItem`s, which must be in the order of `ids`. Announces the position of the dragged item. */
export function SortableList({ noun, ids, layout = 'list', onMove, children }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  /**
   * The item that was below the dragged item at the last announcement. dnd-kit also reports the position at which
   * the drag starts, and that position must not be announced twice.
   */
  const announcedTarget = useRef<UniqueIdentifier | null>(null);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      announcedTarget.current = active.id;
      return `${noun} ${place(active.id)} picked up.`;
    },
    onDragOver: ({ over }) => {
      if (over === null || over.id === announcedTarget.current) return undefined;
      announcedTarget.current = over.id;
      return `Now at position ${place(over.id)}.`;
    },
    onDragEnd: ({ over }) =>
      over === null ? 'Returned to its original position.' : `Dropped at position ${place(over.id)}.`,
    onDragCancel: () => 'Move cancelled. Returned to its original position.',
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: SCREEN_READER_INSTRUCTIONS }}
      onDragEnd={({ active, over }) => {
        const from = ids.indexOf(String(active.id));
        const to = over === null ? -1 : ids.indexOf(String(over.id));
        if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
      }}
    >
      <SortableContext
        items={[...ids]}
        strategy={layout === 'list' ? verticalListSortingStrategy : rectSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  );
}

interface DragHandleState {
  describedBy: string;
  listeners: ReturnType<typeof useSortable>['listeners'];
  register: (node: HTMLElement | null) => void;
}
const DragHandleContext = createContext<DragHandleState | null>(null);

interface SortableItemProps {
  id: string;
  /** The element type. Use 'li' within an <ol> or <ul>. */
  component?: 'div' | 'li';
  className?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}

/** Wraps an item, which has to contain a `DragHandle`. */
export function SortableItem({
  id,
  component: Element = 'div',
  className,
  disabled = false,
  children,
}: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled,
    ...(useReducedMotion() && { transition: null }),
  });
  return (
    <Element
      ref={setNodeRef}
      className={`${classes.item} ${className ?? ''}`}
      data-carried={isDragging || undefined}
      // Applies the translation without scaling, which would distort items of different heights.
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <DragHandleContext
        value={{ describedBy: attributes['aria-describedby'], listeners, register: setActivatorNodeRef }}
      >
        {children}
      </DragHandleContext>
    </Element>
  );
}

/** Renders the handle of an item. `label` names the item, as in 'Drag question 2'. */
export function DragHandle({ label, ...props }: { label: string } & Pick<ActionIconProps, 'size' | 'disabled'>) {
  const handle = use(DragHandleContext);
  if (handle === null) throw new Error('DragHandle must be used inside SortableItem');
  const { describedBy, listeners, register } = handle;
  return (
    <ActionIcon
      {...props}
      ref={register}
      variant="subtle"
      color="gray"
      className={classes.handle ?? ''}
      aria-label={label}
      aria-roledescription="draggable"
      aria-describedby={describedBy}
      {...listeners}
    >
      <GripVertical size={18} aria-hidden />
    </ActionIcon>
  );
}
