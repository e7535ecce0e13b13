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
import { router, userProcedure } from '../../../core/trpc.ts';
import { beginMessageFile, discardMessageFile } from './files.service.ts';
import {
  getConversation,
  listOwnConversations,
  markConversationRead,
  getMessagesPage,
  searchMessages,
  sendMessage,
  setUserBlocked,
  announceTyping,
  getUnreadMessageCount,
} from './messages.service.ts';

export const messagesRouter = router({
  list: userProcedure.input(conversationListInput).query(({ ctx, input }) => listOwnConversations(ctx, input)),
  unreadCount: userProcedure.query(({ ctx }) => getUnreadMessageCount(ctx)),
  conversation: userProcedure.input(conversationRef).query(({ ctx, input }) => getConversation(ctx, input)),
  page: userProcedure.input(messagePageInput).query(({ ctx, input }) => getMessagesPage(ctx, input)),
  search: userProcedure.input(messageSearch).query(({ ctx, input }) => searchMessages(ctx, input)),
  send: userProcedure.input(newMessage).mutation(({ ctx, input }) => sendMessage(ctx, input)),
  beginFile: userProcedure.input(newMessageFile).mutation(({ ctx, input }) => beginMessageFile(ctx, input)),
  discardFile: userProcedure.input(idInput).mutation(({ ctx, input }) => discardMessageFile(ctx, input.id)),
  markRead: userProcedure.input(messagesReadInput).mutation(({ ctx, input }) => markConversationRead(ctx, input)),
  typing: userProcedure.input(idInput).mutation(({ ctx, input }) => announceTyping(ctx, input)),
  setBlocked: userProcedure.input(blockChange).mutation(({ ctx, input }) => setUserBlocked(ctx, input)),
});
