import { NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { formatDecimal, toPlainAmount } from '@marquee/money';
import { MAX_PLATFORM_FOLLOWERS, profilePlatforms, type ProfilePlatforms } from '@marquee/validation';
import { PLATFORM_NAMES, PLATFORM_LABELS, type Platform } from '@marquee/contracts';
import { schemaResolver, useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { trpc } from '../../../trpc.ts';
import { focusField } from '../../../lib/focusField.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';
import { formatFieldValue } from '../../../ui/EditConflict.tsx';
import { AddRowButton, focusAddRowButton, EditableRow } from '../../../ui/EditableRow.tsx';
import { createSaveHandlers, loadOwnProfile, SettingsSectionForm } from './SettingsSections.tsx';

interface PlatformRow {
  /** Identifies the row during editing. */
  key: string;
  platform: Platform;
  handle: string;
  followers: number | '';
  startingPrice: string;
}

interface PlatformRows {
  platforms: PlatformRow[];
}

const toPlatformRows = ({ platforms }: OwnProfile): PlatformRows => ({
  platforms: platforms.map(({ startingPriceCents, ...rest }, index) => ({
    ...rest,
    key: `saved-${index}`,
    startingPrice: startingPriceCents === null ? '' : formatDecimal(startingPriceCents).replace(/\.00$/, ''),
  })),
});

const toPlatformsForm = ({ platforms }: PlatformRows): ProfilePlatforms => ({
  platforms: platforms.map(({ platform, handle, followers, startingPrice }) => ({
    platform,
    handle,
    // A blank number is rejected by the schema.
    followers: followers === '' ? Number.NaN : followers,
    startingPrice: toPlainAmount(startingPrice),
  })),
});

const formatPlatforms = (rows: readonly PlatformRow[]): string =>
  formatFieldValue(rows.map((row) => ({ ...row, platform: PLATFORM_LABELS[row.platform] })));

const validatePlatforms = schemaResolver(profilePlatforms, { sync: true });

export function PlatformsSection({ profile }: { profile: OwnProfile }) {
  const form = useForm<PlatformRows>({
    initialValues: toPlatformRows(profile),
    validate: (rows) => validatePlatforms(toPlatformsForm(rows)),
  });
  const save = trpc.profiles.savePlatforms.useMutation(createSaveHandlers('Platforms saved'));
  const { platforms } = form.values;
  const unused = PLATFORM_NAMES.filter((name) => platforms.every(({ platform }) => platform !== name));

  const add = () => {
    const [platform] = unused;
    if (platform === undefined) return;
    form.insertListItem('platforms', {
      platform,
      handle: '',
      followers: '',
      startingPrice: '',
      key: randomId(),
    } satisfies PlatformRow);
    setTimeout(() => focusField(`platforms.${platforms.length}.platform`));
  };
  const remove = (index: number) => {
    form.removeListItem('platforms', index);
    focusAddRowButton('platform');
  };

  return (
    <AnchoredSection
      id="platforms"
      title="Platforms"
      text="Your profile shows these accounts in this order. The starting rate is the price of your least expensive work on a platform."
      summary={profile.platforms.map(({ platform }) => PLATFORM_LABELS[platform]).join(', ') || null}
    >
      <SettingsSectionForm
        form={form}
        valuesOf={toPlatformRows}
        isSaving={save.isPending}
        saveLabel="Save platforms"
        onSave={(values, base, handlers) =>
          save.mutate({ ...toPlatformsForm(values), base: toPlatformsForm(base) }, handlers)
        }
        shared={{ labels: { platforms: { label: 'Platforms', format: formatPlatforms } }, load: loadOwnProfile }}
      >
        <Stack gap="md">
          {platforms.length === 0 && <Text c="dimmed">No platforms yet.</Text>}
          {platforms.map((row, index) => (
            <EditableRow
              key={row.key}
              legend={PLATFORM_LABELS[row.platform]}
              columns={4}
              removeLabel={`Remove ${PLATFORM_LABELS[row.platform]}`}
              onRemove={() => remove(index)}
            >
              <NativeSelect
                label="Platform"
                data={PLATFORM_NAMES.filter((name) => name === row.platform || unused.includes(name)).map((value) => ({
                  value,
                  label: PLATFORM_LABELS[value],
                }))}
                {...form.getInputProps(`platforms.${index}.platform`)}
              />
              <TextInput
                label="Handle"
                withAsterisk
                aria-required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="@name"
                {...form.getInputProps(`platforms.${index}.handle`)}
              />
              <NumberInput
                label="Followers"
                withAsterisk
                aria-required
                min={0}
                max={MAX_PLATFORM_FOLLOWERS}
                allowDecimal={false}
                allowNegative={false}
                thousandSeparator=","
                hideControls
                {...form.getInputProps(`platforms.${index}.followers`)}
              />
              <TextInput
                label="Starting rate"
                inputMode="decimal"
                autoComplete="off"
                leftSection="$"
                {...form.getInputProps(`platforms.${index}.startingPrice`)}
              />
            </EditableRow>
          ))}
          <AddRowButton noun="platform" label="Add platform" disabled={unused.length === 0} onAdd={add} />
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}
