import {
  blockChange,
  idInput,
  conversationRef,
  conversationListInput,
  messagePageInput,
  messageSearch,
  messagesReadInput,
  newMessage,
  newMessageFile,
} from '@marquee/validation';
import { router, userProcedure } from '../../core/trpc.ts';
import { beginMessageFile, discardMessageFile } from './files.service.ts';
import {
  conversationOf,
  conversationsOf,
  markRead,
  messagesOf,
  searchMessages,
  send,
  setBlocked,
  tellTyping,
  unreadOf,
} from './messages.service.ts';

export const messagesRouter = router({
  list: userProcedure.input(conversationListInput).query(({ ctx, input }) => conversationsOf(ctx, input)),
  unread: userProcedure.query(({ ctx }) => unreadOf(ctx)),
  conversation: userProcedure.input(conversationRef).query(({ ctx, input }) => conversationOf(ctx, input)),
  page: userProcedure.input(messagePageInput).query(({ ctx, input }) => messagesOf(ctx, input)),
  search: userProcedure.input(messageSearch).query(({ ctx, input }) => searchMessages(ctx, input)),
  send: userProcedure.input(newMessage).mutation(({ ctx, input }) => send(ctx, input)),
  beginFile: userProcedure.input(newMessageFile).mutation(({ ctx, input }) => beginMessageFile(ctx, input)),
  discardFile: userProcedure.input(idInput).mutation(({ ctx, input }) => discardMessageFile(ctx, input.id)),
  read: userProcedure.input(messagesReadInput).mutation(({ ctx, input }) => markRead(ctx, input)),
  typing: userProcedure.input(idInput).mutation(({ ctx, input }) => tellTyping(ctx, input)),
  setBlocked: userProcedure.input(blockChange).mutation(({ ctx, input }) => setBlocked(ctx, input)),
});
