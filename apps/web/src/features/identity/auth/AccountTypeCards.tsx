import { Group, Radio, type RadioGroupProps, Stack, Text } from '@mantine/core';
import { USER_TYPES, type UserType } from '@marquee/contracts';
import { USER_TYPE_LABELS } from './formParts.tsx';

const ACCOUNT_TYPE_TEXTS: Record<UserType, string> = {
  influencer: 'Publish service packages and get paid for your work.',
  brand: 'Find creators, book their packages and pay by card.',
};

/** Renders the account types as radio cards. Pass the result of the form's `getInputProps`. */
export const AccountTypeCards = (field: Omit<RadioGroupProps, 'children' | 'label'>) => (
  <Radio.Group label="Account Type" {...field}>
    <Stack gap="xs" mt={6}>
      {USER_TYPES.map((type) => (
        <Radio.Card key={type} value={type} p="md" radius="md" aria-label={USER_TYPE_LABELS[type]}>
          <Group wrap="nowrap" align="flex-start">
            <Radio.Indicator mt={2} />
            <div>
              <Text fw={600}>{USER_TYPE_LABELS[type]}</Text>
              <Text size="sm" c="dimmed">
                {ACCOUNT_TYPE_TEXTS[type]}
              </Text>
            </div>
          </Group>
        </Radio.Card>
      ))}
    </Stack>
  </Radio.Group>
);
