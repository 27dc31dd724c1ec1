import { Menu } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'wouter';

interface PageMenuProps {
  pages: readonly { path: string; name: string; isHere: boolean }[];
}

/** The pages as a menu, on screens that are too narrow for a row of links. */
export function PageMenu({ pages }: PageMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const here = pages.find(({ isHere }) => isHere);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className="inline-flex h-9 min-w-0 items-center gap-2 rounded-md px-2 hover:bg-sunken">
        <Menu size={16} aria-hidden="true" />
        <span className="truncate">{here?.name ?? 'Pages'}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Pages"
          className="z-40 w-56 rounded-lg border border-line bg-surface p-1.5 shadow-xl"
        >
          <nav aria-label="Pages" className="flex flex-col">
            {pages.map(({ path, name, isHere }) => (
              <Link
                key={path}
                href={path}
                onClick={() => setIsOpen(false)}
                aria-current={isHere ? 'page' : undefined}
                className={`rounded-md px-3 py-2.5 ${isHere ? 'bg-accent-soft text-accent' : 'hover:bg-sunken'}`}
              >
                {name}
              </Link>
            ))}
          </nav>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
