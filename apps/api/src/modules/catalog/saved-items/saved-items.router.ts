import {
  idInput,
  savedItemsInput,
  savedItemMove,
  savedItemNote,
  newListInput,
  renameListInput,
  listSharing,
  savedMarksInput,
  saveItemInput,
  savedSearchInput,
  savedSearchEmail,
  sharedListInput,
  unsaveItemInput,
  unsubscribeInput,
} from '@marquee/validation';
import { publicProcedure, router, userProcedure } from '../../../core/trpc.ts';
import {
  createSavedList,
  getSavedItemsPage,
  getSavedListIdsBySubject,
  moveSavedItem,
  listOwnLists,
  listOwnSearches,
  removeSavedItem,
  removeSavedList,
  removeSavedSearch,
  renameSavedList,
  saveItem,
  saveSearch,
  saveItemNote,
  getSharedList,
  shareSavedList,
  unsaveItem,
} from './saved-items.service.ts';
import { setSavedSearchEmails, unsubscribeFromSavedSearches } from './search-news.service.ts';

export const savedItemsRouter = router({
  lists: userProcedure('member_or_agent').query(({ ctx }) => listOwnLists(ctx.deps, ctx.actor)),
  list: userProcedure('member_or_agent')
    .input(savedItemsInput)
    .query(({ ctx, input }) => getSavedItemsPage(ctx.deps, ctx.actor, input)),
  listIdsByItem: userProcedure('member_or_agent')
    .input(savedMarksInput)
    .query(({ ctx, input }) => getSavedListIdsBySubject(ctx.deps, ctx.actor, input.ids)),
  shared: publicProcedure.input(sharedListInput).query(({ ctx, input }) => getSharedList(ctx.deps, ctx.user, input)),
  save: userProcedure('orders.place')
    .input(saveItemInput)
    .mutation(({ ctx, input }) => saveItem(ctx.deps, ctx.actor, input)),
  unsave: userProcedure('orders.place')
    .input(unsaveItemInput)
    .mutation(({ ctx, input }) => unsaveItem(ctx.deps, ctx.actor, input)),
  createList: userProcedure('orders.place')
    .input(newListInput)
    .mutation(({ ctx, input }) => createSavedList(ctx.deps, ctx.actor, input)),
  renameList: userProcedure('orders.place')
    .input(renameListInput)
    .mutation(({ ctx, input }) => renameSavedList(ctx.deps, ctx.actor, input)),
  removeList: userProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => removeSavedList(ctx.deps, ctx.actor, input.id)),
  share: userProcedure('orders.place')
    .input(listSharing)
    .mutation(({ ctx, input }) => shareSavedList(ctx.deps, ctx.actor, input)),
  setNote: userProcedure('orders.place')
    .input(savedItemNote)
    .mutation(({ ctx, input }) => saveItemNote(ctx.deps, ctx.actor, input)),
  move: userProcedure('orders.place')
    .input(savedItemMove)
    .mutation(({ ctx, input }) => moveSavedItem(ctx.deps, ctx.actor, input)),
  searches: userProcedure('member_or_agent').query(({ ctx }) => listOwnSearches(ctx.deps, ctx.actor)),
  saveSearch: userProcedure('orders.place')
    .input(savedSearchInput)
    .mutation(({ ctx, input }) => saveSearch(ctx.deps, ctx.actor, input)),
  setSearchEmails: userProcedure('orders.place')
    .input(savedSearchEmail)
    .mutation(({ ctx, input }) => setSavedSearchEmails(ctx.deps, ctx.actor, input)),
  unsubscribe: publicProcedure
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) => unsubscribeFromSavedSearches(ctx, input.token)),
  removeSearch: userProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => removeSavedSearch(ctx.deps, ctx.actor, input.id)),
  remove: userProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => removeSavedItem(ctx.deps, ctx.actor, input.id)),
});
