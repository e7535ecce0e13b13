import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { enforceRateLimit } from '../core/rate-limits.ts';
import { renderCalendar } from '../modules/messaging/calendar/calendar.service.ts';
import { sendRestError } from './rest.ts';

/** Registers the calendar feed. Calendar apps have no session, so the secret URL grants access. */
export function registerCalendar(app: FastifyInstance, deps: Deps): void {
  app.get('/calendar/:file', { schema: { hide: true } }, async (request, reply) => {
    try {
      await enforceRateLimit(deps, 'calendar', request.ip);
      const [, token = ''] = /^([\w-]{1,64})\.ics$/.exec((request.params as { file: string }).file) ?? [];
      const text = await renderCalendar(deps, token);
      return await reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .header('content-disposition', 'attachment; filename="deadlines.ics"')
        .send(text);
    } catch (error) {
      return sendRestError(error, request, reply);
    }
  });
}
