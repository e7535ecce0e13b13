import { Button, Collapse } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, type ReactNode } from 'react';

interface MoreFieldsProps {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** Renders a button that shows and hides fields which most users do not need. Hidden fields keep their values. */
export function MoreFields({ label, isOpen, onToggle, children }: MoreFieldsProps) {
  const id = useId();
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        ml={-18}
        mb="xs"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Chevron size={16} aria-hidden />}
        onClick={onToggle}
      >
        {label}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {children}
      </Collapse>
    </div>
  );
}
