/** Shows the shipment of a product from the brand to the creator, with each party's next step. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { MAX_SHIPPING_DAYS, findShipmentRefusal, type ShipmentStep } from '@marquee/booking';
import { LIMITS, shipmentAddress, shipmentSent } from '@marquee/validation';
import { useState, type FormEvent, type ReactNode } from 'react';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { copyText } from '../../../lib/copyText.ts';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { useAllowedActions, type BookingDetails } from '../bookings/booking.ts';
import { usePrimaryVariant } from '../bookings/primaryAction.ts';
import classes from './ShipmentSection.module.css';
import { LimitedTextInput, LimitedTextarea } from '../../../ui/LimitedText.tsx';
import { CHANGE_NOT_SAVED } from '../bookings/bookings.words.ts';

type BookingShipment = NonNullable<RouterOutputs['shipments']['byBooking']>;

const cacheShipment = (booking: BookingDetails) => (after: BookingShipment | null) => {
  queryUtils.shipments.byBooking.setData({ id: booking.id }, after);
  void queryUtils.bookings.byId.invalidate({ id: booking.id });
};

export function ShipmentSection({ booking }: { booking: BookingDetails }) {
  const { data: product } = trpc.shipments.byBooking.useQuery({ id: booking.id });
  const allowed = useAllowedActions(booking);
  if (!product) return null;
  const isCreator = booking.viewer === 'creator';
  const isUnderWay = allowed(isCreator ? 'receive_product' : 'send_product');
  // Renders nothing if the creator has given no address and the product cannot be shipped in the booking's current
  // state.
  if (!isUnderWay && product.addressAt === null && product.arrivedAt === null) return null;
  const may = (step: ShipmentStep) =>
    allowed(step === 'send' ? 'send_product' : 'receive_product') && findShipmentRefusal(step, true, product) === null;
  return (
    <SectionCard title="Product shipment">
      <Stack gap="md">
        <ShipmentStatus booking={booking} product={product} />
        {isCreator ? (
          <CreatorShipmentActions booking={booking} product={product} may={may} />
        ) : (
          <BrandShipmentActions booking={booking} product={product} may={may} />
        )}
      </Stack>
    </SectionCard>
  );
}

/** Describes the status of the shipment to the viewer. */
function ShipmentStatus({ booking, product }: { booking: BookingDetails; product: BookingShipment }) {
  const { viewer, brandName, creatorName, deliveryDays } = booking;
  const isCreator = viewer === 'creator';
  const { addressAt, sentAt, arrivedAt, carrier, tracking } = product;
  const days = pluralize(deliveryDays, 'day');
  if (arrivedAt !== null)
    return (
      <Text key="arrived">
        {isCreator ? 'You received' : `${creatorName} received`} it on <DateTime at={arrivedAt} dateOnly />
        {booking.startedAt === null
          ? `. The ${days} to deliver the work begin with its start.`
          : `. The ${days} to deliver the work began on that day.`}
      </Text>
    );
  const clock = `The ${days} to deliver the work begin when ${isCreator ? 'you confirm' : `${creatorName} confirms`} the arrival, or ${pluralize(MAX_SHIPPING_DAYS, 'day')} after the start of the work.`;
  if (sentAt !== null)
    return (
      <Text key="sent">
        {isCreator ? `${brandName} sent` : 'You sent'} it on <DateTime at={sentAt} dateOnly />
        {carrier !== '' && <span>{` with ${carrier}`}</span>}
        {tracking !== '' && (
          <span>
            , tracking number <strong style={{ overflowWrap: 'anywhere' }}>{tracking}</strong>
          </span>
        )}
        <span>. </span>
        {clock}
      </Text>
    );
  if (addressAt === null)
    return (
      <Text key="no address">
        {isCreator ? `Tell ${brandName} where to send the product.` : `${creatorName} has not provided an address yet.`}{' '}
        {clock}
      </Text>
    );
  return (
    <Text key="not sent">
      {isCreator ? `${brandName} has your address and sends the product.` : 'Send the product to this address.'} {clock}
    </Text>
  );
}

interface ShipmentActionsProps {
  booking: BookingDetails;
  product: BookingShipment;
  may: (step: ShipmentStep) => boolean;
}

function CreatorShipmentActions({ booking, product, may }: ShipmentActionsProps) {
  const [isChanging, setIsChanging] = useState(false);
  const variant = usePrimaryVariant(booking, 'confirm_arrival');
  const { address, addressAt } = product;
  const arrive = trpc.shipments.markReceived.useMutation({
    onSuccess: (after) => {
      cacheShipment(booking)(after);
      notify('Arrival confirmed', `We notified ${booking.brandName}.`);
    },
    onError: (error) => notifyFailure(error, CHANGE_NOT_SAVED),
  });
  if (may('address') && (addressAt === null || isChanging))
    return <ShippingAddressForm booking={booking} product={product} onDone={() => setIsChanging(false)} />;
  return (
    <>
      {address !== null && (
        <ShippingAddress address={address} note={`Only you and ${booking.brandName} can see this address.`} />
      )}
      <Group gap="sm">
        {may('arrive') && (
          <ConfirmButton
            label="Confirm arrival"
            title="Confirm the arrival?"
            confirmLabel="Confirm arrival"
            variant={variant}
            loading={arrive.isPending}
            onConfirm={() => arrive.mutate({ id: booking.id })}
          >
            {booking.startedAt === null
              ? `We notify ${booking.brandName}. Your ${pluralize(booking.deliveryDays, 'day')} begin when you start the work.`
              : `We notify ${booking.brandName}, and your ${pluralize(booking.deliveryDays, 'day')} begin now.`}
          </ConfirmButton>
        )}
        {may('address') && (
          <Button variant="subtle" onClick={() => setIsChanging(true)}>
            Change address
          </Button>
        )}
      </Group>
    </>
  );
}

function BrandShipmentActions({ booking, product, may }: ShipmentActionsProps) {
  const [isChanging, setIsChanging] = useState(false);
  const { address, sentAt, arrivedAt } = product;
  return (
    <>
      {address !== null && arrivedAt === null && (
        <ShippingAddress
          address={address}
          note={`Only you and ${booking.creatorName} can see this address. Use it only for this product.`}
        >
          <Button variant="default" size="sm" onClick={() => void copyText(address)}>
            Copy address
          </Button>
        </ShippingAddress>
      )}
      {may('send') && (sentAt === null || isChanging) && (
        <ShipmentSentForm booking={booking} product={product} onDone={() => setIsChanging(false)} />
      )}
      {may('send') && sentAt !== null && !isChanging && (
        <div>
          <Button variant="subtle" onClick={() => setIsChanging(true)}>
            Change tracking
          </Button>
        </div>
      )}
    </>
  );
}

const ShippingAddress = ({ address, note, children }: { address: string; note: string; children?: ReactNode }) => (
  <div className={classes.address}>
    <address className={classes.lines}>{address}</address>
    <Text size="sm" c="dimmed">
      {note}
    </Text>
    {children}
  </div>
);

function ShippingAddressForm({
  booking,
  product,
  onDone,
}: {
  booking: BookingDetails;
  product: BookingShipment;
  onDone: () => void;
}) {
  const [address, setAddress] = useState(product.address ?? '');
  const variant = usePrimaryVariant(booking, 'give_address');
  const [error, setError] = useState<string>();
  useFormBackup(`address ${booking.id}`, {
    isDirty: address !== (product.address ?? ''),
    values: () => address,
    restore: setAddress,
  });
  const saveAddress = trpc.shipments.setAddress.useMutation({
    onSuccess: (after) => {
      cacheShipment(booking)(after);
      notify('Address saved', `${booking.brandName} can see it now.`);
      onDone();
    },
    onError: (failure) => notifyFailure(failure, 'The address could not be saved'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const verdict = shipmentAddress.safeParse({ id: booking.id, address });
    setError(verdict.success ? undefined : verdict.error.issues[0]?.message);
    if (verdict.success) saveAddress.mutate(verdict.data);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Shipping address">
      <LimitedTextarea
        label="Name and address"
        description={`Only ${booking.brandName} can see it. We delete it a month after the product has arrived.`}
        autosize
        minRows={3}
        maxRows={8}
        limit={LIMITS.address}
        autoComplete="shipping street-address"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button type="submit" variant={variant} loading={saveAddress.isPending}>
          Save address
        </Button>
        {product.addressAt !== null && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  );
}

function ShipmentSentForm({
  booking,
  product,
  onDone,
}: {
  booking: BookingDetails;
  product: BookingShipment;
  onDone: () => void;
}) {
  const variant = usePrimaryVariant(booking, 'send_product');
  const [carrier, setCarrier] = useState(product.carrier ?? '');
  const [tracking, setTracking] = useState(product.tracking ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const note = trpc.shipments.markSent.useMutation({
    onSuccess: (after) => {
      cacheShipment(booking)(after);
      notify('Shipment confirmed', `We notified ${booking.creatorName}.`);
      onDone();
    },
    onError: (error) => notifyFailure(error, CHANGE_NOT_SAVED),
  });
  const verdict = shipmentSent.safeParse({ id: booking.id, carrier, tracking });
  const wrong = (field: string) =>
    isChecked && !verdict.success ? verdict.error.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (verdict.success) note.mutate(verdict.data);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Shipment">
      <div className={classes.fields}>
        <LimitedTextInput
          label="Carrier (optional)"
          autoComplete="off"
          limit={LIMITS.carrier}
          value={carrier}
          error={wrong('carrier')}
          onChange={(event) => setCarrier(event.currentTarget.value)}
        />
        <LimitedTextInput
          label="Tracking number (optional)"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          limit={LIMITS.tracking}
          value={tracking}
          error={wrong('tracking')}
          onChange={(event) => setTracking(event.currentTarget.value)}
        />
      </div>
      <Group gap="sm">
        <Button type="submit" variant={variant} loading={note.isPending}>
          {product.sentAt === null ? 'Confirm shipment' : 'Save tracking'}
        </Button>
        {product.sentAt !== null && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  );
}
