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

/** The user declined to sign in at the provider. */
export class SignInDeniedError extends Error {}

export interface OpenIdGateway {
  readonly issuer: string;
  readonly label: string;
  /**
   * Starts a sign-in. Returns the URL at the provider, and the values to check the response against. Throws if the
   * provider cannot be reached. `signsInAgain` asks the provider not to reuse its own session.
   */
  begin(options: { signsInAgain: boolean }): Promise<{ url: string; checks: OpenIdChecks }>;
  /**
   * Exchanges the authorization code in `query` for the user's profile. `query` is the query string that the
   * provider sent with its redirect. Throws SignInDeniedError, or another error if a check fails.
   */
  finish(query: string, checks: OpenIdChecks): Promise<OpenIdProfile>;
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
  let found: Promise<Configuration> | undefined;
  const provider = () => {
    found ??= discovery(new URL(env.OIDC_ISSUER), env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET || undefined, undefined, {
      timeout: TIMEOUT_S,
      // Production rejects issuers without TLS (env.ts).
      ...(env.OIDC_ISSUER.startsWith('http:') && { execute: [allowInsecureRequests] }),
    });
    // If fetching the metadata fails, the next sign-in fetches it again.
    found.catch(() => {
      found = undefined;
    });
    return found;
  };

  return {
    issuer: env.OIDC_ISSUER,
    label: env.OIDC_LABEL,
    async begin({ signsInAgain }) {
      const config = await provider();
      const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(signsInAgain && { prompt: 'login' }),
      });
      return { url: url.href, checks };
    },
    async finish(query, checks) {
      const config = await provider();
      let tokens;
      try {
        tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: checks.codeVerifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        });
      } catch (error) {
        throw error instanceof AuthorizationResponseError && error.error === 'access_denied'
          ? new SignInDeniedError('Denied', { cause: error })
          : error;
      }
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      // Providers may omit email and name from the ID token.
      const said =
        claims['email'] === undefined
          ? { ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) }
          : claims;
      const address = emailClaim.safeParse(said['email']);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        name: readTextClaim(said['name']) || readTextClaim(said['preferred_username']),
        email: address.success ? address.data : null,
        // Some providers send the text 'true'.
        emailVerified: said['email_verified'] === true || said['email_verified'] === 'true',
      };
    },
  };
}

const emailClaim = emailField('not an address');
const readTextClaim = (claim: unknown) =>
  typeof claim === 'string' ? toSingleLine(claim).slice(0, LIMITS.personName).toWellFormed() : '';
