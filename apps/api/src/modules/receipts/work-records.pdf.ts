/** Renders work records. */
import {
  PRODUCT_NAME,
  WORK_RECORD_RETENTION_MESSAGE,
  WORK_RECORD_OMISSIONS,
  buildWorkRecordSections,
} from '@marquee/booking';
import { fact, moment, paper, section } from './receipts.pdf.ts';
import type { WorkRecord } from './work-records.service.ts';

/** Renders a work record. */
export function workPdf(record: WorkRecord): Promise<Buffer> {
  const { issuer, issuedAt, work } = record;
  return paper(record, {
    title: 'Record of work',
    facts: [...fact('Creator', `${work.name} (@${work.username})`), ...fact('As of', moment(issuer, issuedAt))],
    sections: buildWorkRecordSections(work).map(({ title, facts }) =>
      section(title, { facts: facts.map(([label, lines]) => [label, [...lines]]) }),
    ),
    notes: [
      `The figures are those of the creator’s profile on ${PRODUCT_NAME} at the time above. ${WORK_RECORD_OMISSIONS} ${WORK_RECORD_RETENTION_MESSAGE}`,
    ],
  });
}
