import { WORK_RECORD_RETENTION_MESSAGE, WORK_RECORD_OMISSIONS, buildWorkRecordSections } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { createFact, formatIssuerDateTime, drawIssuedDocument, createSection } from './receipts.pdf.ts';
import type { WorkRecord } from './work-records.service.ts';

export function drawWorkRecordPdf(record: WorkRecord): Promise<Buffer> {
  const { issuer, issuedAt, work } = record;
  return drawIssuedDocument(record, {
    title: 'Record of work',
    facts: [
      ...createFact('Creator', `${work.name} (@${work.username})`),
      ...createFact('As of', formatIssuerDateTime(issuer, issuedAt)),
    ],
    sections: buildWorkRecordSections(work).map(({ title, facts }) =>
      createSection(title, { facts: facts.map(([label, lines]) => [label, [...lines]]) }),
    ),
    notes: [
      `This record shows the creator’s profile on ${PRODUCT_NAME} at the time above. ${WORK_RECORD_OMISSIONS} ${WORK_RECORD_RETENTION_MESSAGE}`,
    ],
  });
}
