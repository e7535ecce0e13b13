import {
  billingChange,
  csvFormatInput,
  idInput,
  idField,
  MAX_TABLE_ROWS,
  documentPageInput,
  documentFilter,
  referenceField,
} from '@marquee/validation';
import { z } from 'zod';
import { brandProcedure, creatorProcedure, publicProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { getBillingDetails, saveBillingDetails } from './billing.service.ts';
import { findCsvFormat, setCsvFormat } from './billing.sql.ts';
import {
  getAgreement,
  getCreditNote,
  getMonthStatement,
  getPayoutStatement,
  getReceipt,
  getReceiptsPage,
  listReceiptsForExport,
  getStatementBetween,
  verifyDocument,
} from './receipts.service.ts';
import { createWorkRecord, getWorkRecord, listOwnWorkRecords } from './work-records.service.ts';

export const receiptsRouter = router({
  list: brandProcedure('documents.read')
    .input(documentPageInput)
    .query(({ ctx, input }) => getReceiptsPage(ctx.deps, ctx.actor, input)),
  listForExport: brandProcedure('documents.read')
    .input(documentFilter.extend({ most: z.int().min(1).max(MAX_TABLE_ROWS) }))
    .query(({ ctx, input: { most, ...wanted } }) => listReceiptsForExport(ctx.deps, ctx.actor, wanted, most)),
  statementByPeriod: creatorProcedure('documents.read')
    .input(documentFilter.pick({ from: true, to: true }))
    .query(({ ctx, input }) => getStatementBetween(ctx.deps, ctx.actor, input)),
  byBooking: userProcedure('documents.read')
    .input(idInput)
    .query(({ ctx, input }) => getReceipt(ctx.deps, ctx.actor, input.id)),
  creditNote: userProcedure('documents.read')
    .input(idInput)
    .query(({ ctx, input }) => getCreditNote(ctx.deps, ctx.actor, input.id)),
  agreement: userProcedure('documents.read')
    .input(idInput)
    .query(({ ctx, input }) => getAgreement(ctx.deps, ctx.actor, input.id)),
  payoutStatement: userProcedure('documents.read')
    .input(idInput)
    .query(({ ctx, input }) => getPayoutStatement(ctx.deps, ctx.actor, input.id)),
  monthlyStatement: userProcedure('documents.read')
    .input(
      z.strictObject({
        month: z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'A month looks like 2026-03'),
        creatorId: idField.optional(),
      }),
    )
    .query(({ ctx, input }) => getMonthStatement(ctx.deps, ctx.actor, input)),
  verify: publicProcedure
    .input(z.object({ code: referenceField(100) }))
    .query(({ ctx, input }) => verifyDocument(ctx, input)),
  workRecords: creatorProcedure('member').query(({ ctx }) => listOwnWorkRecords(ctx.deps, ctx.actor)),
  workRecord: creatorProcedure('member')
    .input(idInput)
    .query(({ ctx, input }) => getWorkRecord(ctx.deps, ctx.actor, input.id)),
  createWorkRecord: creatorProcedure('documents.read').mutation(({ ctx }) => createWorkRecord(ctx)),
  billing: userProcedure('documents.read').query(({ ctx }) => getBillingDetails(ctx.deps, ctx.actor)),
  /** Returns the format of the CSV files that the caller downloads. */
  csvFormat: publicProcedure.query(({ ctx }) =>
    ctx.user === null ? 'comma' : findCsvFormat(ctx.deps.db, ctx.user.id),
  ),
  saveCsvFormat: userProcedure('member')
    .input(csvFormatInput)
    .mutation(async ({ ctx, input: { format } }) => {
      await setCsvFormat(ctx.deps.db, ctx.user.id, format);
      return format;
    }),
  saveBilling: userProcedure('billing.edit')
    .input(billingChange)
    .mutation(({ ctx, input }) => saveBillingDetails(ctx.deps, ctx.actor, input)),
});
