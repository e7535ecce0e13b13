import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Outputs } from '../../trpc.ts';
import { BookingHistory, BookingMoney, BookingOrder } from './BookingMoney.tsx';

/** All of a booking: what happened and what was ordered, with its money beside. `children` stand above. */
export const BookingColumns = ({
  booking,
  children,
}: {
  booking: Outputs['admin']['booking'];
  children?: ReactNode;
}) => (
  <Grid gap="lg">
    <Grid.Col span={{ base: 12, md: 7 }}>
      <Stack gap="lg">
        {children}
        <BookingHistory booking={booking} />
        <BookingOrder booking={booking} />
      </Stack>
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 5 }}>
      <Stack gap="lg">
        <BookingMoney booking={booking} />
      </Stack>
    </Grid.Col>
  </Grid>
);
