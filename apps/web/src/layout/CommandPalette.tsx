import { Modal, Combobox, TextInput, useCombobox } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SignedInUser } from '../session.ts';
import { trpc } from '../trpc.ts';
import { listNavigationLinks, type NavigationLink } from './navigationLinks.ts';
import classes from './CommandPalette.module.css';

/** Renders the command palette, which searches pages and the user's latest bookings. */
export function CommandPalette({
  user,
  opened,
  onClose,
}: {
  user: SignedInUser;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Go to"
      size="lg"
      yOffset="10vh"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <NavigationLinkList user={user} onClose={onClose} />
    </Modal>
  );
}

function NavigationLinkList({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const bookings = trpc.bookings.list.useQuery({});
  const links = listNavigationLinks(
    user,
    typed,
    (bookings.data?.items ?? []).map(({ id, packageName, creatorName, brandName }) => ({
      id,
      packageName,
      otherName: user.userType === 'brand' ? creatorName : brandName,
    })),
  );
  const first = links[0]?.to;
  // Selects the first result whenever the results change. Enter opens the selected result.
  useEffect(() => {
    combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is another object in each render
  }, [typed, first]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(to) => {
        onClose();
        void navigate(to);
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          aria-label="Search pages and bookings"
          placeholder="Search pages and bookings"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<Search size={16} aria-hidden />}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Results" className={classes.options ?? ''}>
        {groupLinks(links).map(([group, members]) => (
          <Combobox.Group key={group} label={group}>
            {members.map(({ to, label, detail }) => (
              <Combobox.Option key={to} value={to} className={classes.option ?? ''}>
                {label}
                {detail !== undefined && <span className={classes.detail}>{detail}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}

const groupLinks = (places: readonly NavigationLink[]): [NavigationLink['group'], NavigationLink[]][] => [
  ...Map.groupBy(places, ({ group }) => group),
];
