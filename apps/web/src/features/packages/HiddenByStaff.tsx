import { Text } from '@mantine/core';

/** Tells a package's owner that staff has taken it off the market, and why. */
export function HiddenByStaff({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Text mt="sm" size="sm" fw={600} c="red">
      Hidden by Marquee: {reason} Brands cannot see or book it.
    </Text>
  );
}
