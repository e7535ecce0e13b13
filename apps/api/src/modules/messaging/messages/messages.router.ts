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
  setWorkspaceBlocked,
  announceTyping,
  getUnreadMessageCount,
} from './messages.service.ts';

export const messagesRouter = router({
  list: userProcedure('member_or_agent')
    .input(conversationListInput)
    .query(({ ctx, input }) => listOwnConversations(ctx.deps, ctx.actor, input)),
  unreadCount: userProcedure('member_or_agent').query(({ ctx }) => getUnreadMessageCount(ctx.deps, ctx.actor)),
  conversation: userProcedure('member_or_agent')
    .input(conversationRef)
    .query(({ ctx, input }) => getConversation(ctx.deps, ctx.actor, input)),
  page: userProcedure('member_or_agent')
    .input(messagePageInput)
    .query(({ ctx, input }) => getMessagesPage(ctx.deps, ctx.actor, input)),
  search: userProcedure('member_or_agent')
    .input(messageSearch)
    .query(({ ctx, input }) => searchMessages(ctx.deps, ctx.actor, input)),
  send: userProcedure('messages.write')
    .input(newMessage)
    .mutation(({ ctx, input }) => sendMessage(ctx.deps, ctx.actor, input)),
  beginFile: userProcedure('messages.write')
    .input(newMessageFile)
    .mutation(({ ctx, input }) => beginMessageFile(ctx, input)),
  discardFile: userProcedure('messages.write')
    .input(idInput)
    .mutation(({ ctx, input }) => discardMessageFile(ctx.deps, ctx.actor, input.id)),
  markRead: userProcedure('member_or_agent')
    .input(messagesReadInput)
    .mutation(({ ctx, input }) => markConversationRead(ctx.deps, ctx.actor, input)),
  announceTyping: userProcedure('messages.write')
    .input(idInput)
    .mutation(({ ctx, input }) => announceTyping(ctx.deps, ctx.actor, input)),
  setBlocked: userProcedure('messages.write')
    .input(blockChange)
    .mutation(({ ctx, input }) => setWorkspaceBlocked(ctx.deps, ctx.actor, input)),
});
