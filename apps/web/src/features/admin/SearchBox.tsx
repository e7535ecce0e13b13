import { Button, Group, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

interface SearchBoxProps {
  label: string;
  search: string;
  to: (search: string | undefined) => string;
}

/** Searches a list: what is searched for is in the address, and what the address says is in the field. */
export const SearchBox = (props: SearchBoxProps) => <Field key={props.search} {...props} />;

function Field({ label, search, to }: SearchBoxProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(to(typed.trim() === '' ? undefined : typed.trim()), { preventScrollReset: true });
        }}
      >
        <Group gap="sm" mb="md" wrap="nowrap" align="flex-end">
          <TextInput
            type="search"
            label={label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={100}
            flex={1}
            maw={420}
            leftSection={<Search size={16} aria-hidden />}
          />
          <Button type="submit" variant="default">
            Search
          </Button>
        </Group>
      </form>
    </search>
  );
}
