/**
 * Serves downloads of receipts, credit notes, agreements, statements, booking records, the workspace log and the
 * revenue report: single documents as PDF or CSV, or many documents as one table or archive. Reads the data through
 * the same procedures as the web app.
 */
import type { Readable } from 'node:stream';
import { MAX_ARCHIVE_DOCUMENTS, MAX_TABLE_ROWS, type ActionFilter, type DocumentFilter } from '@marquee/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { zipSync, type Zippable } from 'fflate';
import type { Ctx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import { enforceRateLimit } from '../core/rate-limits.ts';
import { formatRevenueCsv } from '../modules/staff/admin/admin.csv.ts';
import {
  formatCreditNoteCsv,
  formatReceiptCsv,
  formatReceiptListCsv,
  formatStatementCsv,
} from '../modules/money/receipts/receipts.csv.ts';
import { formatActionsCsv } from '../modules/identity/workspaces/workspaces.csv.ts';
import { createContext, toUserCtx } from './context.ts';
import { createRequestSlots } from './request-slots.ts';
import { createRecordArchive as archiveOfRecord, getBookingRecord } from './booking-records.ts';
import { createCaller, type Caller } from './router.ts';

interface DocumentFile {
  /** The file name. It never contains user input. */
  name: string;
  body: Buffer | string | Readable;
}

type DocumentFormat = 'pdf' | 'csv' | 'zip';

interface DocumentDownload {
  /** `:file` is the subject's id, a month or `all`, followed by the format as its extension. */
  path: string;
  make: (
    api: Caller,
    subject: string,
    form: DocumentFormat,
    query: Record<string, unknown>,
    ctx: Ctx,
  ) => Promise<DocumentFile | undefined>;
}

/** Reads the query string of a download of many documents. The procedure validates it. */
const readArchiveQuery = ({ from, to, search }: Record<string, unknown>) => ({ from, to, search }) as DocumentFilter;

/**
 * Creates an archive of a brand's documents. Renders them one after another, so that other requests are not blocked.
 */
async function createDocumentArchive(api: Caller, query: Record<string, unknown>): Promise<Buffer> {
  const files: Zippable = {};
  const { drawCreditNotePdf, drawReceiptPdf } = await loadReceiptPdfs();
  for (const { kind, number, bookingId: id } of await api.receipts.listForExport({
    ...readArchiveQuery(query),
    most: MAX_ARCHIVE_DOCUMENTS,
  }))
    files[`${number}.pdf`] =
      kind === 'receipt'
        ? await drawReceiptPdf(await api.receipts.byBooking({ id }))
        : await drawCreditNotePdf(await api.receipts.creditNote({ id }));
  // Not compressed, because PDF files already are.
  return Buffer.from(zipSync(files, { level: 0 }));
}

const DOCUMENT_DOWNLOADS: readonly DocumentDownload[] = [
  {
    path: '/api/receipts/:file',
    make: async (api, id, form, query) => {
      if (id === 'all' && form === 'csv')
        return {
          name: 'receipts',
          body: formatReceiptListCsv(
            await api.receipts.listForExport({ ...readArchiveQuery(query), most: MAX_TABLE_ROWS }),
            await api.receipts.csvFormat(),
          ),
        };
      if (id === 'all' && form === 'zip') return { name: 'receipts', body: await createDocumentArchive(api, query) };
      if (form === 'zip') return undefined;
      const receipt = await api.receipts.byBooking({ id });
      return {
        name: `receipt-${receipt.number}`,
        body:
          form === 'pdf'
            ? await (await loadReceiptPdfs()).drawReceiptPdf(receipt)
            : formatReceiptCsv(receipt, await api.receipts.csvFormat()),
      };
    },
  },
  {
    path: '/api/credit-notes/:file',
    make: async (api, id, form) => {
      if (form === 'zip') return undefined;
      const note = await api.receipts.creditNote({ id });
      return {
        name: `credit-note-${note.number}`,
        body:
          form === 'pdf'
            ? await (await loadReceiptPdfs()).drawCreditNotePdf(note)
            : formatCreditNoteCsv(note, await api.receipts.csvFormat()),
      };
    },
  },
  {
    path: '/api/agreements/:file',
    make: async (api, id, form) => {
      if (form !== 'pdf') return undefined;
      const agreement = await api.receipts.agreement({ id });
      return {
        name: `agreement-${agreement.number}`,
        body: await (await loadReceiptPdfs()).drawAgreementPdf(agreement),
      };
    },
  },
  {
    path: '/api/records/:file',
    make: async (api, id, form, _query, ctx) => {
      if (form === 'csv') return undefined;
      const { user } = ctx;
      if (user === null) throw new Failure('SIGNED_OUT');
      const record = await getBookingRecord(api, id, ctx.deps.now());
      const pdf = await (await import('../modules/money/receipts/booking-records.pdf.ts')).drawBookingRecordPdf(record);
      const name = `record-${record.agreement.number}`;
      if (form === 'pdf') return { name, body: pdf };
      const agreement = await (await loadReceiptPdfs()).drawAgreementPdf(record.agreement);
      const documents = [
        { name: `${name}.pdf`, body: pdf },
        { name: `agreement-${record.agreement.number}.pdf`, body: agreement },
      ];
      return { name, body: archiveOfRecord(toUserCtx(ctx), documents, record) };
    },
  },
  {
    path: '/api/work-records/:file',
    make: async (api, id, form) => {
      if (form !== 'pdf') return undefined;
      const record = await api.receipts.workRecord({ id });
      const { drawWorkRecordPdf } = await import('../modules/money/receipts/work-records.pdf.ts');
      return { name: `record-of-work-${record.day}`, body: await drawWorkRecordPdf(record) };
    },
  },
  {
    path: '/api/statements/payouts/:file',
    make: async (api, id, form, query) => {
      if (form === 'zip') return undefined;
      if (id === 'all' && form === 'csv') {
        const { from, to } = readArchiveQuery(query);
        return {
          name: 'payouts',
          body: formatStatementCsv(await api.receipts.statementByPeriod({ from, to }), await api.receipts.csvFormat()),
        };
      }
      const statement = await api.receipts.payoutStatement({ id });
      return {
        name: `payout-${statement.number ?? id}`,
        body:
          form === 'pdf'
            ? await (await loadReceiptPdfs()).drawStatementPdf(statement)
            : formatStatementCsv(statement, await api.receipts.csvFormat()),
      };
    },
  },
  {
    path: '/api/statements/months/:file',
    make: async (api, month, form, { creatorId }) => {
      if (form === 'zip') return undefined;
      const statement = await api.receipts.monthlyStatement({
        month,
        ...(typeof creatorId === 'string' && { creatorId }),
      });
      return {
        name: `statement-${month}`,
        body:
          form === 'pdf'
            ? await (await loadReceiptPdfs()).drawStatementPdf(statement)
            : formatStatementCsv(statement, await api.receipts.csvFormat()),
      };
    },
  },
  {
    path: '/api/workspace-log/:file',
    make: async (api, subject, form, { from, to, memberId, topic }) =>
      subject === 'all' && form === 'csv'
        ? {
            name: 'workspace-log',
            body: formatActionsCsv(
              await api.workspaces.actionsForExport({ from, to, memberId, topic } as ActionFilter),
              await api.receipts.csvFormat(),
            ),
          }
        : undefined,
  },
  {
    path: '/api/admin/:file',
    make: async (api, subject, form) =>
      subject === 'revenue' && form === 'csv'
        ? { name: 'revenue', body: formatRevenueCsv(await api.admin.revenue(), await api.receipts.csvFormat()) }
        : undefined,
  },
];

/** Loaded when the first document is rendered, because most processes render none for hours. */
const loadReceiptPdfs = () => import('../modules/money/receipts/receipts.pdf.ts');

const MEDIA_TYPES_BY_FORMAT: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};
/**
 * Limits concurrent downloads per user and network. Documents are rendered one at a time, so one user must not fill
 * the queue.
 */
const takeSlot = createRequestSlots({ total: 40, perPerson: 15, perNetwork: 25 });
const FILE_NAME_PATTERN = /^([0-9a-z-]{1,40})\.(pdf|csv|zip)$/;
const isDocumentFormat = (form: string | undefined): form is DocumentFormat =>
  form !== undefined && Object.hasOwn(MEDIA_TYPES_BY_FORMAT, form);

/** Registers the downloads on a scope that provides the session and sends `no-store`. */
export function registerDocuments(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  for (const { path, make } of DOCUMENT_DOWNLOADS) {
    scope.get(path, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
      const [, subject = '', form] = FILE_NAME_PATTERN.exec((request.params as { file: string }).file) ?? [];
      if (!isDocumentFormat(form)) throw Object.assign(new Error('not found'), { statusCode: 404 });
      const ctx = await contextOf({ req: request });
      const limit = form === 'zip' ? 'document archive' : 'document';
      await enforceRateLimit(deps, limit, ctx.user?.id ?? ctx.request.ip);
      await enforceRateLimit(deps, `${limit} network`, ctx.request.ip);
      takeSlot(request, reply, ctx.user?.workspaceId ?? ctx.request.ip);
      const file = await make(createCaller(ctx), subject, form, request.query as Record<string, unknown>, ctx);
      if (!file) throw Object.assign(new Error('not found'), { statusCode: 404 });
      return reply
        .type(MEDIA_TYPES_BY_FORMAT[form])
        .header('content-disposition', `attachment; filename="${file.name}.${form}"`)
        .send(file.body);
    });
  }
}
