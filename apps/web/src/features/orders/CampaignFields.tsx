import { BRAND_TONES } from '@marquee/validation';
import { Button, Collapse, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { Order } from './orderDraft.ts';

const FIELDS = ['targetAudience', 'brandTone', 'preferredPostDate', 'additionalRequirements'] as const;

/**
 * What a brand may add about its campaign (spec §3 "Booking",
 * customer). Folded until asked for, or filled in, or wrong.
 */
export function CampaignFields({ form }: { form: UseFormReturnType<Order> }) {
  const id = useId();
  const [isAsked, setAsked] = useState(() => FIELDS.some((field) => form.values.customer[field] !== ''));
  const isOpen = isAsked || FIELDS.some((field) => form.errors[`customer.${field}`] !== undefined);
  const Chevron = isOpen ? ChevronUp : ChevronDown;

  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        ml={-18}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Chevron size={16} aria-hidden />}
        onClick={() => setAsked(!isOpen)}
      >
        More about your campaign (optional)
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="md" mt="xs">
          <TextInput
            label="Target audience"
            placeholder="e.g. Hikers from 25 to 40 in Northern Europe"
            {...form.getInputProps('customer.targetAudience')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label="Brand tone"
              data={[{ value: '', label: 'No preference' }, ...BRAND_TONES]}
              {...form.getInputProps('customer.brandTone')}
            />
            <TextInput
              label="Preferred post date"
              type="date"
              max="9999-12-31"
              {...form.getInputProps('customer.preferredPostDate')}
            />
          </SimpleGrid>
          <Textarea
            label="Additional requirements"
            maxRows={12}
            placeholder="Hashtags, links, things to avoid …"
            {...form.getInputProps('customer.additionalRequirements')}
          />
        </Stack>
      </Collapse>
    </div>
  );
}
