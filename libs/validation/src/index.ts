/** The zod schemas that forms, procedures and REST calls share, with the messages of requirements R5.1 to R5.22. */
export * from './account.ts';
export * from './admin.ts';
export * from './agency.ts';
export * from './analytics.ts';
export * from './availability.ts';
export * from './approval.ts';
export * from './archiving.ts';
export * from './billing.ts';
export * from './budget.ts';
export * from './booking.ts';
export * from './brief.ts';
export * from './card.ts';
export * from './client.ts';
export * from './contact.ts';
export * from './customer-info.ts';
export * from './delivery.ts';
export * from './discovery.ts';
export * from './file.ts';
export * from './follower-proof.ts';
export * from './guest-review.ts';
export * from './limits.ts';
export * from './link-text.ts';
export * from './message.ts';
export * from './off-platform.ts';
export * from './match.ts';
export * from './reserved-names.ts';
export * from './notification.ts';
export * from './offer.ts';
export * from './order.ts';
export * from './order-request.ts';
export * from './package.ts';
export * from './package-options.ts';
export * from './pieces.ts';
export * from './publication.ts';
export * from './shipment.ts';
export * from './profile.ts';
export * from './question-kinds.ts';
export * from './questionnaire.ts';
export * from './report.ts';
export * from './review.ts';
export * from './saved-items.ts';
export * from './search.ts';
export * from './topics.ts';
export * from './text-length.ts';
export * from './documents.ts';
export {
  cursorField,
  emailField,
  idField,
  getFirstIssueMessage,
  isId,
  personIdField,
  workspaceIdField,
  referenceField,
  toSingleLine,
} from './fields.ts';
export * from './members.ts';
export * from './workspace.ts';
export * from './workspace-actions.ts';
