import {
  billingDetails,
  idInput,
  idField,
  MAX_TABLE_ROWS,
  documentPageInput,
  documentFilter,
  referenceField,
} from '@marquee/validation';
import { z } from 'zod';
import { brandProcedure, creatorProcedure, publicProcedure, router, userProcedure } from '../../core/trpc.ts';
import { billingOf, saveBilling } from './billing.service.ts';
import {
  agreementOf,
  creditNoteOf,
  monthStatementOf,
  payoutStatementOf,
  receiptOf,
  receiptsPage,
  receiptsWanted,
  statementBetween,
  verifyPaper,
} from './receipts.service.ts';
import { makeWorkRecord, workRecordOf, workRecordsOf } from './work-records.service.ts';

export const receiptsRouter = router({
  list: brandProcedure.input(documentPageInput).query(({ ctx, input }) => receiptsPage(ctx, input)),
  wanted: brandProcedure
    .input(documentFilter.extend({ most: z.int().min(1).max(MAX_TABLE_ROWS) }))
    .query(({ ctx, input: { most, ...wanted } }) => receiptsWanted(ctx, wanted, most)),
  ofDays: creatorProcedure
    .input(documentFilter.pick({ from: true, to: true }))
    .query(({ ctx, input }) => statementBetween(ctx, input)),
  ofBooking: userProcedure.input(idInput).query(({ ctx, input }) => receiptOf(ctx, input.id)),
  creditNote: userProcedure.input(idInput).query(({ ctx, input }) => creditNoteOf(ctx, input.id)),
  agreement: userProcedure.input(idInput).query(({ ctx, input }) => agreementOf(ctx, input.id)),
  ofPayout: userProcedure.input(idInput).query(({ ctx, input }) => payoutStatementOf(ctx, input.id)),
  ofMonth: userProcedure
    .input(
      z.strictObject({
        month: z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'A month looks like 2026-03'),
        creatorId: idField.optional(),
      }),
    )
    .query(({ ctx, input }) => monthStatementOf(ctx, input)),
  verify: publicProcedure
    .input(z.object({ code: referenceField(100) }))
    .query(({ ctx, input }) => verifyPaper(ctx, input)),
  workRecords: creatorProcedure.query(({ ctx }) => workRecordsOf(ctx)),
  workRecord: creatorProcedure.input(idInput).query(({ ctx, input }) => workRecordOf(ctx, input.id)),
  makeWorkRecord: creatorProcedure.mutation(({ ctx }) => makeWorkRecord(ctx)),
  billing: userProcedure.query(({ ctx }) => billingOf(ctx)),
  saveBilling: userProcedure.input(billingDetails).mutation(({ ctx, input }) => saveBilling(ctx, input)),
});
