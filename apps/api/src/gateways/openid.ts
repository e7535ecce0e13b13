/**
 * The only file that connects to the OpenID provider. It uses the authorization code flow with PKCE (RFC 7636),
 * state and nonce.
 */
import { emailField, LIMITS, toSingleLine } from '@marquee/validation';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import type { Env } from '../config/env.ts';

/** The user's profile at the provider. */
export interface OpenIdProfile {
  issuer: string;
  subject: string;
  name: string;
  /** Null if the provider returned no valid email address. */
  email: string | null;
  emailVerified: boolean;
}

/** The values that prove that the provider's response belongs to the browser that started the sign-in. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

interface FreshnessOptions {
  /** The greatest accepted age of the sign-in at the provider, in seconds. Null if any age is accepted. */
  maxAgeS: number | null;
}

/** The user declined to sign in at the provider. */
export class SignInDeniedError extends Error {}

export interface OpenIdGateway {
  readonly issuer: string;
  readonly label: string;
  /**
   * Starts a sign-in. Returns the URL at the provider, and the values to check the response against. `maxAgeS` asks the
   * provider for a new sign-in instead of one in its own session. Throws if the provider cannot be reached.
   */
  begin(options: FreshnessOptions): Promise<{ url: string; checks: OpenIdChecks }>;
  /**
   * Exchanges the authorization code in `query` for the user's profile. `query` is the query string that the
   * provider sent with its redirect. Throws SignInDeniedError, or another error if a check fails, for example if the
   * provider does not say when the user signed in or if that was too long ago.
   */
  finish(query: string, checks: OpenIdChecks, options: FreshnessOptions): Promise<OpenIdProfile>;
}

const SCOPE = 'openid email profile';
const TIMEOUT_S = 10;

/**
 * Opens a client for OIDC_ISSUER, or returns null if it is not set. Fetches the provider's metadata at the first
 * sign-in.
 */
export function openOpenIdGateway(
  env: Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_LABEL' | 'PUBLIC_URL'>,
): OpenIdGateway | null {
  if (env.OIDC_ISSUER === '') return null;
  const redirectUri = `${env.PUBLIC_URL}/api/callback`;
  let configuration: Promise<Configuration> | undefined;
  const provider = () => {
    configuration ??= discovery(
      new URL(env.OIDC_ISSUER),
      env.OIDC_CLIENT_ID,
      env.OIDC_CLIENT_SECRET || undefined,
      undefined,
      {
        timeout: TIMEOUT_S,
        // Production rejects issuers without TLS (env.ts).
        ...(env.OIDC_ISSUER.startsWith('http:') && { execute: [allowInsecureRequests] }),
      },
    );
    // If fetching the metadata fails, the next sign-in fetches it again.
    configuration.catch(() => {
      configuration = undefined;
    });
    return configuration;
  };

  return {
    issuer: env.OIDC_ISSUER,
    label: env.OIDC_LABEL,
    async begin({ maxAgeS }) {
      const config = await provider();
      const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        // With `max_age`, the ID token has to contain the time of the sign-in.
        ...(maxAgeS !== null && { prompt: 'login', max_age: String(maxAgeS) }),
      });
      return { url: url.href, checks };
    },
    async finish(query, checks, { maxAgeS }) {
      const config = await provider();
      let tokens;
      try {
        tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: checks.codeVerifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
          ...(maxAgeS !== null && { maxAge: maxAgeS }),
        });
      } catch (error) {
        throw error instanceof AuthorizationResponseError && error.error === 'access_denied'
          ? new SignInDeniedError('Denied', { cause: error })
          : error;
      }
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      // Providers may omit email and name from the ID token.
      const userClaims =
        claims['email'] === undefined
          ? { ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) }
          : claims;
      const address = emailClaim.safeParse(userClaims['email']);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: readTextClaim(userClaims['name']) || readTextClaim(userClaims['preferred_username']),
        email: address.success ? address.data : null,
        // Some providers send the text 'true'.
        emailVerified: userClaims['email_verified'] === true || userClaims['email_verified'] === 'true',
      };
    },
  };
}

const emailClaim = emailField('not an address');
const readTextClaim = (claim: unknown) =>
  typeof claim === 'string' ? toSingleLine(claim).slice(0, LIMITS.personName).toWellFormed() : '';
