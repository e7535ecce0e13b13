/** How specs of the documented paths read an answer. */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const aUuid = (): string => expect.stringMatching(UUID) as string;
export const aTime = (): string => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

/** An id that is well-formed and nobody's. */
export const NOWHERE = '01234567-89ab-4cde-8f01-23456789abcd';
/** Texts that cannot be an id. */
export const NO_IDS = [
  '1',
  'null',
  'undefined',
  'NaN',
  '-1',
  '%00',
  '%F0%9F%92%A5',
  "'%20or%201=1--",
  '..%2f..%2fetc',
  'a'.repeat(2_000),
  `${NOWHERE}0`,
];

export interface Told {
  status: number;
  body: unknown;
}

/** Status and body, to compare with `toEqual`. */
export const told = (response: LightMyRequestResponse): Told => ({
  status: response.statusCode,
  body: response.json(),
});

/** Every refusal: one sentence in both documented fields, and nothing else. */
export const refusal = (status: number, sentence: string): Told => ({
  status,
  body: { error: sentence, message: sentence },
});

export const SIGNED_OUT = refusal(401, 'Please sign in to continue');
export const CREATORS_ONLY = refusal(403, 'Only creators can do this');
export const BRANDS_ONLY = refusal(403, 'Access denied. Only brands can make bookings.');
export const OTHER_SITE = refusal(403, 'This request came from another site');
export const NOT_HERE = refusal(404, 'There is nothing at this address');
export const NO_PACKAGE = refusal(404, 'Package not found');
export const NO_QUESTIONS = refusal(404, 'This package has no questions');
export const NO_BOOKING = refusal(404, "This booking doesn't exist or you don't have access to it.");
export const NO_PROFILE = refusal(404, "This profile doesn't exist or is no longer available.");
