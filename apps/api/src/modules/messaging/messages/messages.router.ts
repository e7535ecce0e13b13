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
  list: userProcedure('member')
    .input(conversationListInput)
    .query(({ ctx, input }) => listOwnConversations(ctx, input)),
  unreadCount: userProcedure('member').query(({ ctx }) => getUnreadMessageCount(ctx)),
  conversation: userProcedure('member')
    .input(conversationRef)
    .query(({ ctx, input }) => getConversation(ctx, input)),
  page: userProcedure('member')
    .input(messagePageInput)
    .query(({ ctx, input }) => getMessagesPage(ctx, input)),
  search: userProcedure('member')
    .input(messageSearch)
    .query(({ ctx, input }) => searchMessages(ctx, input)),
  send: userProcedure('messages.write')
    .input(newMessage)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  beginFile: userProcedure('messages.write')
    .input(newMessageFile)
    .mutation(({ ctx, input }) => beginMessageFile(ctx, input)),
  discardFile: userProcedure('messages.write')
    .input(idInput)
    .mutation(({ ctx, input }) => discardMessageFile(ctx, input.id)),
  markRead: userProcedure('member')
    .input(messagesReadInput)
    .mutation(({ ctx, input }) => markConversationRead(ctx, input)),
  typing: userProcedure('messages.write')
    .input(idInput)
    .mutation(({ ctx, input }) => announceTyping(ctx, input)),
  setBlocked: userProcedure('messages.write')
    .input(blockChange)
    .mutation(({ ctx, input }) => setUserBlocked(ctx, input)),
});
