import type { LucideIcon } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface ButtonPopoverProps {
  icon: LucideIcon;
  /** Text of the button. */
  text: string;
  /** Name of what opens, for screen readers. */
  label: string;
  /** Runs when it opens or closes, so that an earlier result is gone the next time. */
  onToggle: () => void;
  children: ReactNode;
}

/** A small button that opens a panel below it. */
export function ButtonPopover({ icon: Icon, text, label, onToggle, children }: ButtonPopoverProps) {
  return (
    <Popover.Root onOpenChange={onToggle}>
      <Popover.Trigger asChild>
        <Button small look="quiet" className="print:hidden">
          <Icon size={14} aria-hidden="true" />
          {text}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-40 w-[min(26rem,calc(100vw-1rem))] rounded-lg border border-line bg-surface p-4 shadow-xl"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
