import { username as usernameSchema, USERNAME } from '@marquee/validation';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CalendarCheck, Search } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { focusFirstError } from '../../ui/focusField.ts';
import { Panel } from './Panel.tsx';

const ICON = { size: 20, 'aria-hidden': true } as const;

export function YourBookings() {
  return (
    <Panel
      title="Your Bookings"
      icon={<CalendarCheck {...ICON} />}
      text="Where each order stands, what happens next, and completed work that waits for your approval."
    >
      <Group gap="sm">
        <Button component={Link} to={paths.bookings()} size="sm">
          View Bookings
        </Button>
      </Group>
    </Panel>
  );
}

/** A creator shares the address of a profile; this opens it. */
export function FindCreator() {
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { link: '' },
    validate: { link: (link) => (usernameIn(link) === null ? 'Please enter a profile link or a username' : null) },
  });
  const open = ({ link }: { link: string }) => void navigate(paths.profile({ username: usernameIn(link) ?? '' }));
  return (
    <Panel
      title="Book a Creator"
      icon={<Search {...ICON} />}
      text="Creators share a link to their profile. Open it to see their services and book one."
    >
      <form noValidate onSubmit={form.onSubmit(open, focusFirstError)}>
        <Stack gap="sm" align="flex-start">
          <TextInput
            w="100%"
            label="Profile link or username"
            placeholder="@username"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            key={form.key('link')}
            {...form.getInputProps('link')}
          />
          <Button type="submit" size="sm">
            View Profile
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

/** 'https://…/profile/maya', '…/@maya', '@maya' or 'maya' → 'maya'; null when it is none of them. */
function usernameIn(text: string): string | null {
  const last =
    text
      .trim()
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  const { username } = usernameSchema.parse({ username: last.replace(/^@/, '') });
  return USERNAME.test(username) ? username : null;
}
