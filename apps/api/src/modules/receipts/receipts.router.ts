import { billingDetails, byId, id, MOST_ROWS, papersPage, papersWanted, reference } from '@marquee/validation';
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
import { makeWorkRecord, workRecordOf, workRecordsOf } from './work.service.ts';

export const receiptsRouter = router({
  list: brandProcedure.input(papersPage).query(({ ctx, input }) => receiptsPage(ctx, input)),
  wanted: brandProcedure
    .input(papersWanted.extend({ most: z.int().min(1).max(MOST_ROWS) }))
    .query(({ ctx, input: { most, ...wanted } }) => receiptsWanted(ctx, wanted, most)),
  ofDays: creatorProcedure
    .input(papersWanted.pick({ from: true, to: true }))
    .query(({ ctx, input }) => statementBetween(ctx, input)),
  ofBooking: userProcedure.input(byId).query(({ ctx, input }) => receiptOf(ctx, input.id)),
  creditNote: userProcedure.input(byId).query(({ ctx, input }) => creditNoteOf(ctx, input.id)),
  agreement: userProcedure.input(byId).query(({ ctx, input }) => agreementOf(ctx, input.id)),
  ofPayout: userProcedure.input(byId).query(({ ctx, input }) => payoutStatementOf(ctx, input.id)),
  ofMonth: userProcedure
    .input(
      z.strictObject({
        month: z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'A month looks like 2026-03'),
        creatorId: id.optional(),
      }),
    )
    .query(({ ctx, input }) => monthStatementOf(ctx, input)),
  verify: publicProcedure.input(z.object({ code: reference(100) })).query(({ ctx, input }) => verifyPaper(ctx, input)),
  workRecords: creatorProcedure.query(({ ctx }) => workRecordsOf(ctx)),
  workRecord: creatorProcedure.input(byId).query(({ ctx, input }) => workRecordOf(ctx, input.id)),
  makeWorkRecord: creatorProcedure.mutation(({ ctx }) => makeWorkRecord(ctx)),
  billing: userProcedure.query(({ ctx }) => billingOf(ctx)),
  saveBilling: userProcedure.input(billingDetails).mutation(({ ctx, input }) => saveBilling(ctx, input)),
});
