import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { FILE_EMPTY, MESSAGE_FILE_TOO_LARGE } from './file.ts';
import {
  cursorField,
  fileNameField,
  idField,
  referenceField,
  searchField,
  textField,
  uploadKeyField,
  workspaceIdField,
} from './fields.ts';

/**
 * Identifies a conversation by its id, by its booking, or by the other party's username. In the last two cases, the
 * conversation may not exist yet.
 */
export const conversationRef = z.union([
  z.strictObject({ id: idField }),
  z.strictObject({ bookingId: idField }),
  z.strictObject({ username: referenceField(100) }),
]);
export type ConversationRef = z.infer<typeof conversationRef>;

const messageNumber = z.int().min(0).max(LIMITS.conversation);

/** A message to send. The page generates `clientId`, so that a message that arrives twice is stored only once. */
export const newMessage = z
  .strictObject({
    to: conversationRef,
    clientId: z.uuid('The message ID must be a UUID').transform((value) => value.toLowerCase()),
    text: textField('The message', LIMITS.message),
    quoted: messageNumber.optional(),
    files: z
      .array(idField)
      .max(LIMITS.messageFiles, `Send at most ${LIMITS.messageFiles} files with a message`)
      .refine((files) => new Set(files).size === files.length, 'Send each file once')
      .default([]),
  })
  .refine(({ text: words, files }) => words.trim() !== '' || files.length > 0, {
    message: 'Please write a message',
    path: ['text'],
  });
export type NewMessage = z.infer<typeof newMessage>;

/** A file that a user is about to upload for a message. */
export const newMessageFile = z.strictObject({
  name: fileNameField,
  bytes: z.int().min(1, FILE_EMPTY).max(LIMITS.messageFileBytes, MESSAGE_FILE_TOO_LARGE),
  uploadKey: uploadKeyField,
});
export type NewMessageFile = z.infer<typeof newMessageFile>;

/**
 * A request for messages of a conversation: those before or after a message number, or the newest ones by default.
 */
export const messagePageInput = z.strictObject({
  id: idField,
  before: messageNumber.optional(),
  after: messageNumber.optional(),
});
export type MessagePageInput = z.infer<typeof messagePageInput>;

export const messagesReadInput = z.strictObject({ id: idField, number: messageNumber });

export const conversationListInput = z.object({
  show: z.enum(['all', 'unread']).default('all'),
  search: searchField.optional(),
  cursor: cursorField,
});
export type ConversationListInput = z.infer<typeof conversationListInput>;

/** A search within a conversation. To continue a search, `before` is the number of the last message found so far. */
export const messageSearch = z.strictObject({ id: idField, search: searchField, before: messageNumber.optional() });
export type MessageSearch = z.infer<typeof messageSearch>;

export const blockChange = z.strictObject({ workspaceId: workspaceIdField, isBlocked: z.boolean() });
export type BlockChange = z.infer<typeof blockChange>;

/** A request by staff for the conversation of a disputed booking. */
export const disputeConversationInput = z.strictObject({ id: idField, before: messageNumber.optional() });
