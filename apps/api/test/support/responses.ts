/** Helpers for the responses of the REST API. */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const anyUuid = (): string => expect.stringMatching(UUID_PATTERN) as string;
export const anyIsoTime = (): string => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

export const anyErrorName = (): string => expect.stringMatching(/^[A-Z]+(_[A-Z]+)+$/) as string;

/** A well-formed id that does not exist. */
export const UNKNOWN_ID = '01234567-89ab-4cde-8f01-23456789abcd';
export const MALFORMED_IDS = [
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
  `${UNKNOWN_ID}0`,
];

export interface StatusAndBody {
  status: number;
  body: unknown;
}

export const toStatusAndBody = (response: LightMyRequestResponse): StatusAndBody => ({
  status: response.statusCode,
  body: response.json(),
});

/** The names of errors that are not in the table of failures, by status. */
const NAMES_BY_STATUS: Partial<Record<number, string>> = {
  400: 'INVALID_INPUT',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
};

/**
 * Returns a refused response, in which `error` and `message` contain the same sentence. `code` is the error's name,
 * which defaults to the one for errors without a name of their own.
 */
export const createRefusal = (
  status: number,
  sentence: string,
  code: string | undefined = NAMES_BY_STATUS[status],
): StatusAndBody => ({ status, body: { error: sentence, message: sentence, code } });

export const REFUSED_SIGNED_OUT = createRefusal(401, 'Please sign in to continue', 'SIGNED_OUT');
export const REFUSED_CREATORS_ONLY = createRefusal(403, 'Only creators can do this', 'CREATORS_ONLY');
export const REFUSED_BRANDS_ONLY = createRefusal(403, 'Access denied. Only brands can make bookings.', 'BRANDS_ONLY');
export const REFUSED_OTHER_SITE = createRefusal(403, 'This request came from another site', 'OTHER_SITE');
export const ADDRESS_NOT_FOUND = createRefusal(404, 'There is nothing at this address');
export const PACKAGE_NOT_FOUND = createRefusal(404, 'Package not found', 'PACKAGE_NOT_FOUND');
export const QUESTIONNAIRE_NOT_FOUND = createRefusal(404, 'This package has no questions', 'QUESTIONNAIRE_NOT_FOUND');
export const BOOKING_NOT_FOUND = createRefusal(
  404,
  "This booking doesn't exist or you don't have access to it.",
  'BOOKING_NOT_FOUND',
);
export const PROFILE_NOT_FOUND = createRefusal(
  404,
  "This profile doesn't exist or is no longer available.",
  'USER_NOT_FOUND',
);
