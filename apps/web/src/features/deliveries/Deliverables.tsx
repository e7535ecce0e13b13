/** What a booking delivers, piece by piece: the creator sends, the brand approves or asks for changes. */
import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  dayText,
  daysBetween,
  deliverableLabel,
  deliverableState,
  isAhead,
  isBehindPlan,
  isLastApproval,
  isLastSending,
  roundsLeft,
  sendingRefusal,
  windowText,
  WORK_ENDS,
  workEnd,
  type DeliverableState,
} from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { lazy, useState } from 'react';
import { failureOf, messageOf } from '../../lib/errors.ts';
import { data, trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/Confirm.tsx';
import { Late } from '../../ui/late.tsx';
import { notify } from '../../ui/notify.ts';
import { plural } from '../../ui/plural.ts';
import { Section } from '../../ui/Section.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { useToday } from '../../ui/clock.ts';
import { useAllowed, type Booking } from '../bookings/booking.ts';
import classes from './Deliveries.module.css';
import type { Deliverable, Deliverables as All, Remark, Version } from './delivery.ts';
import { VersionView } from './VersionView.tsx';

// Mantine's fields are fetched by who writes.
const SendVersion = lazy(() => import('./SendVersion.tsx').then((module) => ({ default: module.SendVersion })));
const AskForChanges = lazy(() => import('./AskForChanges.tsx').then((module) => ({ default: module.AskForChanges })));

const PlanDays = lazy(() => import('./PlanDays.tsx').then((module) => ({ default: module.PlanDays })));
const AddDeliverable = lazy(() =>
  import('./AddDeliverable.tsx').then((module) => ({ default: module.AddDeliverable })),
);

const COLORS = { open: 'gray', sent: 'iris', changes: 'orange', approved: 'teal' } as const satisfies Record<
  DeliverableState,
  string
>;

export function Deliverables({ booking }: { booking: Booking }) {
  const { data: all, error, refetch } = trpc.deliveries.ofBooking.useQuery({ id: booking.id });
  if (error)
    return (
      <Section key="failed" title="Deliverables">
        <Text mb="sm">{messageOf(error, 'The deliverables could not be loaded')}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Section>
    );
  if (all === undefined) return <Skeleton height={200} radius="md" />;
  // Of bookings from before there were any.
  if (all.items.length === 0) return null;
  const end = workEnd(booking);
  const approved = all.items.filter(({ versions }) => deliverableState(versions) === 'approved').length;
  return (
    <Section key="loaded" title="Deliverables">
      <Stack gap="lg">
        {end === null ? (
          <div className={classes.progress}>
            <progress value={approved} max={all.items.length} aria-label="Approved deliverables" />
            <Text size="sm" c="dimmed">
              {approved} of {all.items.length} approved.
              {booking.viewer === 'brand' && approved < all.items.length && (
                <span> With the last approval the creator is paid.</span>
              )}
            </Text>
          </div>
        ) : (
          <Text size="sm" c="dimmed">
            {WORK_ENDS[end]}
          </Text>
        )}
        <ul className={classes.list}>
          {all.items.map((deliverable) => (
            <li key={deliverable.id} className={classes.item}>
              <OneDeliverable booking={booking} all={all} deliverable={deliverable} />
            </li>
          ))}
        </ul>
        {booking.viewer === 'creator' && <CreatorsTools booking={booking} all={all} />}
      </Stack>
    </Section>
  );
}

/** Plans the days, and adds what was not ordered. */
function CreatorsTools({ booking, all }: { booking: Booking; all: All }) {
  const [isPlanning, setIsPlanning] = useState(false);
  const may = useAllowed(booking);
  const canPlan = may('complete') && all.items.some(({ versions }) => isAhead(deliverableState(versions)));
  if (isPlanning)
    return (
      <Late fallback={<Skeleton height={220} radius="md" />}>
        <PlanDays
          booking={booking}
          all={all}
          onSaved={(after) => {
            adopt(booking, after);
            setIsPlanning(false);
          }}
          onCancel={() => setIsPlanning(false)}
        />
      </Late>
    );
  return (
    <Group gap="sm">
      {canPlan && (
        <Button variant="subtle" size="sm" ml={-18} onClick={() => setIsPlanning(true)}>
          {all.items.some(({ plannedOn }) => plannedOn !== null) ? 'Change the plan' : 'Plan the days'}
        </Button>
      )}
      <Late>
        <AddDeliverable booking={booking} count={all.items.length} onAdded={(after) => adopt(booking, after)} />
      </Late>
    </Group>
  );
}

/** On which day it is planned, and by how much it is late; nothing of what was sent. */
function Planned({ state, plannedOn }: { state: DeliverableState; plannedOn: string | null }) {
  const today = useToday();
  if (plannedOn === null || !isAhead(state)) return null;
  return (
    <Text size="sm" c="dimmed">
      Planned for {dayText(plannedOn)}
      {isBehindPlan(state, plannedOn, today) && (
        <strong className={classes.late}>, {plural(daysBetween(plannedOn, today), 'day')} late</strong>
      )}
      {plannedOn === today && <strong>, today</strong>}
    </Text>
  );
}

/** Adopts the server's answer about deliverables; what they did to the booking is asked for. */
const adopt = (booking: Booking, all: All): void => {
  data.deliveries.ofBooking.setData({ id: booking.id }, all);
  void data.bookings.byId.invalidate({ id: booking.id });
};

/** Says why something was refused, and shows what is there now. */
const refused = (booking: Booking, fallback: string) => (error: unknown) => {
  tellFailure(error, fallback);
  if (failureOf(error) !== null) void data.deliveries.ofBooking.invalidate({ id: booking.id });
};

function OneDeliverable(props: { booking: Booking; all: All; deliverable: Deliverable }) {
  const { booking, all, deliverable } = props;
  const { title, versions } = deliverable;
  const state = deliverableState(versions);
  // The payment is settled: nothing waits for anybody any more.
  const isOver = !useAllowed(booking)(booking.viewer === 'brand' ? 'ask_for_changes' : 'deliver');
  const label = deliverableLabel(state, workEnd(booking));
  const latest = versions.at(-1);
  const older = versions.slice(0, -1).toReversed();
  // What the brand is writing about; a newer version that comes meanwhile takes nothing away.
  const [asked, setAsked] = useState<Version | null>(null);
  const [besideNumber, setBesideNumber] = useState<number | null>(null);
  const brand = booking.viewer === 'brand' ? 'You' : booking.brandName;
  return (
    <>
      <div className={classes.head}>
        <Title order={3} fz="md" className={classes.title ?? ''}>
          {title}
        </Title>
        <Badge color={label === 'Approved' ? 'teal' : isOver ? 'gray' : COLORS[state]} variant="light">
          {label}
        </Badge>
      </div>
      <Planned state={state} plannedOn={isOver ? null : deliverable.plannedOn} />
      {latest !== undefined && asked === null && (
        <Latest latest={latest} beside={older.find(({ number }) => number === besideNumber)} brand={brand} />
      )}
      {booking.viewer === 'creator' ? (
        <CreatorsPart booking={booking} all={all} deliverable={deliverable} />
      ) : (
        <BrandsPart
          booking={booking}
          all={all}
          deliverable={deliverable}
          brand={brand}
          asked={asked}
          onAsking={setAsked}
        />
      )}
      {older.length > 0 && (
        <details className={classes.older}>
          <summary>{plural(older.length, 'earlier version')}</summary>
          <div className={classes.olderBody}>
            {older.map((version) => (
              <div key={version.number}>
                <VersionView version={version} brand={brand} />
                {asked === null && (
                  <Button
                    variant="subtle"
                    size="sm"
                    ml={-18}
                    onClick={() => setBesideNumber(besideNumber === version.number ? null : version.number)}
                  >
                    {besideNumber === version.number ? 'Show the latest alone' : 'Show beside the latest'}
                  </Button>
                )}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** What was sent last, and beside it an earlier version where somebody compares them. */
const Latest = ({ latest, beside, brand }: { latest: Version; beside: Version | undefined; brand: string }) =>
  beside === undefined ? (
    <VersionView version={latest} brand={brand} />
  ) : (
    <div className={classes.beside}>
      <VersionView version={beside} brand={brand} />
      <VersionView version={latest} brand={brand} />
    </div>
  );

/** The versions of the other deliverables. */
const othersOf = (all: All, deliverableId: string) =>
  all.items.filter(({ id }) => id !== deliverableId).map(({ versions }) => versions);

/** Sends the first version or a further one. */
function CreatorsPart({ booking, all, deliverable }: { booking: Booking; all: All; deliverable: Deliverable }) {
  const { id: deliverableId, title, versions, isAdded } = deliverable;
  const [isSending, setIsSending] = useState(deliverable.drafts.length > 0);
  const may = useAllowed(booking);
  const send = trpc.deliveries.send.useMutation({
    onSuccess: (all) => {
      adopt(booking, all);
      setIsSending(false);
      notify('Sent', `${booking.brandName} is told that “${title}” is there to look at.`);
    },
    onError: refused(booking, 'This could not be sent'),
  });
  const remove = trpc.deliveries.remove.useMutation({
    onSuccess: (all) => adopt(booking, all),
    onError: refused(booking, 'This could not be removed'),
  });
  if (!may('deliver') || sendingRefusal(versions) !== null) return null;
  if (isSending)
    return (
      <Late fallback={<Skeleton height={220} radius="md" />}>
        <SendVersion
          deliverable={deliverable}
          brandName={booking.brandName}
          completion={
            may('complete') && isLastSending(othersOf(all, deliverableId))
              ? `${booking.brandName} is asked to approve the work. Your ${formatDollars(booking.priceCents)} are released then, or ${windowText(booking.windows, 'releaseDays')} later if nobody acts.`
              : null
          }
          loading={send.isPending}
          onSend={(version) => send.mutate({ deliverableId, ...version })}
          onCancel={() => setIsSending(false)}
        />
      </Late>
    );
  const isFirst = versions.length === 0;
  return (
    <Group gap="sm">
      <Button
        variant={deliverableState(versions) === 'sent' ? 'default' : 'filled'}
        onClick={() => setIsSending(true)}
        aria-label={isFirst ? `Send “${title}”` : `Send a new version of “${title}”`}
      >
        {isFirst ? 'Send' : 'Send a new version'}
      </Button>
      {isFirst && isAdded && (
        <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate({ id: deliverableId })}>
          Remove
        </Button>
      )}
    </Group>
  );
}

/** Approves what was sent, or says what should change. */
function BrandsPart(props: {
  booking: Booking;
  all: All;
  deliverable: Deliverable;
  brand: string;
  asked: Version | null;
  onAsking: (version: Version | null) => void;
}) {
  const { booking, all, deliverable, brand, asked, onAsking } = props;
  const { id: deliverableId, title, versions } = deliverable;
  const may = useAllowed(booking);
  const others = othersOf(all, deliverableId);
  const isLast = isLastApproval(others);
  const decide = trpc.deliveries.decide.useMutation({
    onSuccess: (after, { verdict }) => {
      adopt(booking, after);
      onAsking(null);
      if (verdict === 'changes') notify('Sent', `${booking.creatorName} is told what should change.`);
      else
        notify(
          isLast ? 'Work approved' : 'Approved',
          isLast ? `${formatDollars(booking.priceCents)} go to ${booking.creatorName}.` : `“${title}” is approved.`,
        );
    },
    onError: refused(booking, 'This could not be decided'),
  });
  const left = roundsLeft(versions, all.revisions);
  if (asked !== null)
    return (
      <Late fallback={<Skeleton height={220} radius="md" />}>
        <AskForChanges
          deliverableId={deliverableId}
          version={asked}
          brand={brand}
          roundsLeft={left}
          loading={decide.isPending}
          onCancel={() => onAsking(null)}
          onAsk={(said: { wish: string; remarks: Remark[] }) =>
            decide.mutate({ deliverableId, number: asked.number, verdict: 'changes', ...said })
          }
        />
      </Late>
    );
  const latest = versions.at(-1);
  if (latest === undefined || deliverableState(versions) !== 'sent') return null;
  const { number } = latest;
  const approve = () => decide.mutate({ deliverableId, number, verdict: 'approved' });
  return (
    <Group gap="sm">
      {may('approve_delivery') &&
        (isLast ? (
          <ConfirmButton
            label="Approve and release payment"
            title="Approve and release the payment?"
            confirmLabel="Release payment"
            variant="filled"
            loading={decide.isPending}
            onConfirm={approve}
          >
            {others.length === 0
              ? 'This is all that the booking delivers: with it the work is completed.'
              : 'This is the last deliverable: with it the work is completed.'}{' '}
            Of the {formatDollars(booking.totalCents)} that the platform holds, {booking.creatorName} is paid{' '}
            {formatDollars(booking.priceCents)} now and the platform keeps its fee of {formatDollars(booking.feeCents)}.
            This cannot be undone.
          </ConfirmButton>
        ) : (
          <Button loading={decide.isPending} onClick={approve} aria-label={`Approve “${title}”`}>
            Approve
          </Button>
        ))}
      {may('ask_for_changes') &&
        (left > 0 ? (
          <Button variant="default" onClick={() => onAsking(latest)} aria-label={`Ask for changes to “${title}”`}>
            Ask for changes
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            The rounds of changes that the package includes are used.
          </Text>
        ))}
      {may('ask_for_changes') && left > 0 && (
        <Text size="sm" c="dimmed">
          {plural(left, 'round')} of changes left
        </Text>
      )}
    </Group>
  );
}
