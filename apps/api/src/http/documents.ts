/**
 * Documents to download: receipts, credit notes, agreements, statements and the
 * revenue report, as PDF and CSV, over the same procedures as the screens.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { checkRate } from '../core/rates.ts';
import { revenueCsv } from '../modules/admin/admin.csv.ts';
import { creditNoteCsv, receiptCsv, statementCsv } from '../modules/receipts/receipts.csv.ts';
import { createContext } from './context.ts';
import { createCaller, type Caller } from './router.ts';

interface File {
  /** Never what somebody typed. */
  name: string;
  body: Buffer | string;
}

interface Download {
  /** `:file` is the subject's id or month, with the ending that says which form. */
  path: string;
  make: (
    api: Caller,
    subject: string,
    form: 'pdf' | 'csv',
    query: Record<string, unknown>,
  ) => Promise<File | undefined>;
}

const DOWNLOADS: readonly Download[] = [
  {
    path: '/api/receipts/:file',
    make: async (api, id, form) => {
      const receipt = await api.receipts.ofBooking({ id });
      return {
        name: `receipt-${receipt.number}`,
        body: form === 'pdf' ? await (await drawing()).receiptPdf(receipt) : receiptCsv(receipt),
      };
    },
  },
  {
    path: '/api/credit-notes/:file',
    make: async (api, id, form) => {
      const note = await api.receipts.creditNote({ id });
      return {
        name: `credit-note-${note.number}`,
        body: form === 'pdf' ? await (await drawing()).creditNotePdf(note) : creditNoteCsv(note),
      };
    },
  },
  {
    path: '/api/agreements/:file',
    make: async (api, id, form) => {
      if (form !== 'pdf') return undefined;
      const agreement = await api.receipts.agreement({ id });
      return { name: `agreement-${agreement.number}`, body: await (await drawing()).agreementPdf(agreement) };
    },
  },
  {
    path: '/api/statements/payouts/:file',
    make: async (api, id, form) => {
      const statement = await api.receipts.ofPayout({ id });
      return {
        name: `payout-${statement.number ?? id}`,
        body: form === 'pdf' ? await (await drawing()).statementPdf(statement) : statementCsv(statement),
      };
    },
  },
  {
    path: '/api/statements/months/:file',
    make: async (api, month, form, { creatorId }) => {
      const statement = await api.receipts.ofMonth({ month, ...(typeof creatorId === 'string' && { creatorId }) });
      return {
        name: `statement-${month}`,
        body: form === 'pdf' ? await (await drawing()).statementPdf(statement) : statementCsv(statement),
      };
    },
  },
  {
    path: '/api/admin/:file',
    make: async (api, subject, form) =>
      subject === 'revenue' && form === 'csv'
        ? { name: 'revenue', body: revenueCsv(await api.admin.revenue()) }
        : undefined,
  },
];

/** Loaded with the first document: most processes draw none for hours. */
const drawing = () => import('../modules/receipts/receipts.pdf.ts');

const TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;
const FILE = /^([0-9a-z-]{1,40})\.(pdf|csv)$/;

/** Registers the downloads on a scope that has the session (and says `no-store`). */
export function registerDocuments(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  for (const { path, make } of DOWNLOADS) {
    scope.get(path, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
      const [, subject = '', form] = FILE.exec((request.params as { file: string }).file) ?? [];
      if (form !== 'pdf' && form !== 'csv') throw Object.assign(new Error('not found'), { statusCode: 404 });
      const ctx = await contextOf({ req: request });
      await checkRate(deps, 'document', ctx.user?.id ?? ctx.ip);
      const file = await make(createCaller(ctx), subject, form, request.query as Record<string, unknown>);
      if (!file) throw Object.assign(new Error('not found'), { statusCode: 404 });
      return reply
        .type(TYPES[form])
        .header('content-disposition', `attachment; filename="${file.name}.${form}"`)
        .send(file.body);
    });
  }
}
