import { NativeSelect, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { timeZoneChange, type TimeZoneChange } from '@marquee/validation';
import { describeRolesWith, hasPermission } from '@marquee/contracts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useUser } from '../../../session.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { SettingsSectionForm } from '../settings/SettingsSections.tsx';

const copyTimeZone = ({ timeZone }: TimeZoneChange) => ({ timeZone });

/** Lists the time zones of the browser, and the current one, which the browser may know under another name. */
const listTimeZones = (current: string) => [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])];

/** Shows the time zone of the workspace. Members who edit the workspace can change it. */
export function TimeZoneSection() {
  const user = useUser();
  const [saved] = trpc.workspaces.timeZone.useSuspenseQuery();
  const form = useForm({
    initialValues: copyTimeZone(saved),
    validate: schemaResolver(timeZoneChange, { sync: true }),
  });
  const change = trpc.workspaces.changeTimeZone.useMutation({
    onSuccess: (changed) => {
      queryUtils.workspaces.timeZone.setData(undefined, changed);
      notify('Time zone saved');
    },
    onError: (error) => notifyFailure(error, 'The time zone could not be saved'),
  });
  if (user === null) return null;
  return (
    <AnchoredSection
      id="time-zone"
      title="Time zone"
      text={
        user.userType === 'brand'
          ? 'Months of budgets and limits, and days of the activity log, begin in this time zone. Times on screens and in emails are in your own.'
          : 'Days of your time off and of the activity log begin in this time zone. Times on screens and in emails are in your own.'
      }
    >
      {hasPermission(user.memberRole, 'workspace.edit') ? (
        <SettingsSectionForm<TimeZoneChange, TimeZoneChange>
          form={form}
          valuesOf={copyTimeZone}
          isSaving={change.isPending}
          saveLabel="Save time zone"
          onSave={(values, _, handlers) => change.mutate(values, handlers)}
          shared={null}
        >
          <NativeSelect
            label="Time zone of the workspace"
            data={listTimeZones(saved.timeZone)}
            {...form.getInputProps('timeZone')}
          />
        </SettingsSectionForm>
      ) : (
        <Text size="sm" c="dimmed">
          {`The time zone is ${saved.timeZone}. ${describeRolesWith('workspace.edit', user.userType)} can change it.`}
        </Text>
      )}
    </AnchoredSection>
  );
}
