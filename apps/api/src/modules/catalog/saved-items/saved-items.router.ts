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
  lists: userProcedure('member').query(({ ctx }) => listOwnLists(ctx)),
  list: userProcedure('member')
    .input(savedItemsInput)
    .query(({ ctx, input }) => getSavedItemsPage(ctx, input)),
  listIdsByItem: userProcedure('member')
    .input(savedMarksInput)
    .query(({ ctx, input }) => getSavedListIdsBySubject(ctx, input.ids)),
  shared: publicProcedure.input(sharedListInput).query(({ ctx, input }) => getSharedList(ctx, input)),
  save: userProcedure('orders.place')
    .input(saveItemInput)
    .mutation(({ ctx, input }) => saveItem(ctx, input)),
  unsave: userProcedure('orders.place')
    .input(unsaveItemInput)
    .mutation(({ ctx, input }) => unsaveItem(ctx, input)),
  createList: userProcedure('orders.place')
    .input(newListInput)
    .mutation(({ ctx, input }) => createSavedList(ctx, input)),
  renameList: userProcedure('orders.place')
    .input(renameListInput)
    .mutation(({ ctx, input }) => renameSavedList(ctx, input)),
  removeList: userProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => removeSavedList(ctx, input.id)),
  share: userProcedure('orders.place')
    .input(listSharing)
    .mutation(({ ctx, input }) => shareSavedList(ctx, input)),
  setNote: userProcedure('orders.place')
    .input(savedItemNote)
    .mutation(({ ctx, input }) => saveItemNote(ctx, input)),
  move: userProcedure('orders.place')
    .input(savedItemMove)
    .mutation(({ ctx, input }) => moveSavedItem(ctx, input)),
  searches: userProcedure('member').query(({ ctx }) => listOwnSearches(ctx)),
  saveSearch: userProcedure('orders.place')
    .input(savedSearchInput)
    .mutation(({ ctx, input }) => saveSearch(ctx, input)),
  setSearchEmails: userProcedure('orders.place')
    .input(savedSearchEmail)
    .mutation(({ ctx, input }) => setSavedSearchEmails(ctx, input)),
  unsubscribe: publicProcedure
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) => unsubscribeFromSavedSearches(ctx, input.token)),
  removeSearch: userProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => removeSavedSearch(ctx, input.id)),
  remove: userProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => removeSavedItem(ctx, input.id)),
});
