/** /messages?conversation=&booking=&with=&show=: the list of the user's conversations and the selected one. */
import { Anchor, Button, Container, Text, VisuallyHidden } from '@mantine/core';
import { LIMITS, type ConversationRef } from '@marquee/validation';
import { MessageCircle } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import classes from '../../features/messaging/messages/Conversations.module.css';
import { formatMessagePreview } from '../../features/messaging/messages/message.ts';
import { ConversationHeader } from '../../features/messaging/messages/ConversationHeader.tsx';
import { MessageThread } from '../../features/messaging/messages/MessageThread.tsx';
import { paths } from '../../paths.ts';
import { requireUser, type SignedInUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LimitedTextInput } from '../../ui/LimitedText.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

type ConversationFilter = 'all' | 'unread';

/** Returns a reference to the conversation that the URL selects, or null. */
function findConversationRef(query: URLSearchParams): ConversationRef | null {
  const [id, bookingId, username] = [query.get('conversation'), query.get('booking'), query.get('with')];
  if (id) return { id };
  if (bookingId) return { bookingId };
  return username ? { username } : null;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const query = new URL(request.url).searchParams;
  const show: ConversationFilter = query.get('show') === 'unread' ? 'unread' : 'all';
  const conversationRef = findConversationRef(query);
  const list = withLoadError(
    queryUtils.messages.list.fetchInfinite({ show }, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load messages',
  );
  let isMissing = false;
  try {
    if (conversationRef !== null) await queryUtils.messages.conversation.fetch(conversationRef, ALWAYS_FRESH);
  } catch (error) {
    if (getFailureCode(error) !== 'CONVERSATION_NOT_FOUND')
      await withLoadError(Promise.reject(error as Error), 'Failed to load the conversation');
    isMissing = true;
  }
  await list;
  return { user, show, asked: conversationRef, isMissing };
}

export function Page() {
  const { user, show, asked, isMissing } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Messages" />
      <PageHeader title="Messages" />
      <div className={classes.screen} data-open={asked !== null || undefined}>
        <section className={classes.side} aria-label="Conversations">
          <ConversationListSection show={show} asked={asked} user={user} />
        </section>
        <section className={classes.pane} aria-label="Conversation">
          {asked === null ? (
            <div className={classes.choose}>Select a conversation to read it.</div>
          ) : isMissing ? (
            <EmptyState
              title="Conversation not found"
              text="This conversation doesn’t exist or you don’t have access to it."
              action={
                <Button component={Link} to={paths.messages()}>
                  All conversations
                </Button>
              }
            />
          ) : (
            <OpenConversation key={JSON.stringify(asked)} asked={asked} user={user} />
          )}
        </section>
      </div>
    </Container>
  );
}

function OpenConversation({ asked, user }: { asked: ConversationRef; user: SignedInUser }) {
  const [conversation] = trpc.messages.conversation.useSuspenseQuery(asked);
  return (
    <MessageThread conversation={conversation} user={user} title={<ConversationHeader conversation={conversation} />} />
  );
}

const formatUnreadCount = (unread: number) =>
  unread > LIMITS.maxUnreadCount ? `${LIMITS.maxUnreadCount}+` : String(unread);

function ConversationListSection({
  show,
  asked,
  user,
}: {
  show: ConversationFilter;
  asked: ConversationRef | null;
  user: SignedInUser;
}) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch(typed.trim());
  };
  return (
    <>
      <div className={classes.tools}>
        <ChoiceLinks
          label="Conversations shown"
          choices={[
            { label: 'All', to: paths.messages(), chosen: show === 'all' },
            { label: 'Unread', to: paths.messages({ show: 'unread' }), chosen: show === 'unread' },
          ]}
        />
        <form onSubmit={submit}>
          <LimitedTextInput
            type="search"
            aria-label="Search conversations by name or service"
            placeholder="Search by name or service"
            limit={LIMITS.search}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              if (event.currentTarget.value === '') setSearch('');
            }}
          />
        </form>
      </div>
      <div className={classes.scroll}>
        <ConversationList key={`${show} ${search}`} show={show} search={search} asked={asked} user={user} />
      </div>
    </>
  );
}

interface ConversationListProps {
  show: ConversationFilter;
  search: string;
  asked: ConversationRef | null;
  user: SignedInUser;
}

function ConversationList({ show, search, asked, user }: ConversationListProps) {
  const [{ pages }, list] = trpc.messages.list.useSuspenseInfiniteQuery(
    { show, ...(search !== '' && { search }) },
    cursorPaging,
  );
  const items = pages.flatMap((page) => page.items);
  if (items.length === 0) return <NoConversations show={show} search={search} user={user} />;
  return (
    <>
      <ul className={classes.list}>
        {items.map((each) => (
          <ConversationItem
            key={each.id}
            conversation={each}
            isOpen={isRequestedConversation(each, asked)}
            show={show}
            user={user}
          />
        ))}
      </ul>
      <LoadMore list={list} failure="Failed to load messages" />
    </>
  );
}

type ListedConversation = RouterOutputs['messages']['list']['items'][number];

const isRequestedConversation = (each: ListedConversation, requested: ConversationRef | null): boolean => {
  if (requested === null) return false;
  if ('id' in requested) return each.id === requested.id;
  return 'bookingId' in requested
    ? each.bookingId === requested.bookingId
    : each.bookingId === null && each.otherUsername === requested.username;
};

function ConversationItem({
  conversation,
  isOpen,
  show,
  user,
}: {
  conversation: ListedConversation;
  isOpen: boolean;
  show: ConversationFilter;
  user: SignedInUser;
}) {
  const { id, otherName, otherImage, packageName, unread, lastAt, lastAuthorWorkspaceId } = conversation;
  const last = formatMessagePreview({
    announcement: conversation.lastAnnouncement,
    text: conversation.lastText,
    files: conversation.lastFiles,
  });
  return (
    <li>
      <Link
        to={paths.messages({ conversation: id, ...(show === 'unread' && { show }) })}
        className={classes.entry}
        aria-current={isOpen ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
        preventScrollReset
      >
        <PersonAvatar person={{ fullName: otherName, profileImageUrl: otherImage }} size={42} />
        <span className={classes.words}>
          <span className={classes.name}>{otherName}</span>
          {packageName !== null && <span className={classes.about}>{packageName}</span>}
          <span className={classes.last}>
            {lastAuthorWorkspaceId === user.workspaceId && <span>{'You: '}</span>}
            <span>{last}</span>
          </span>
        </span>
        <span className={classes.when}>
          <DateTime at={lastAt} dateOnly />
          {unread > 0 && (
            <CountBadge>
              {formatUnreadCount(unread)}
              <VisuallyHidden> unread</VisuallyHidden>
            </CountBadge>
          )}
        </span>
      </Link>
    </li>
  );
}

function NoConversations({ show, search, user }: { show: ConversationFilter; search: string; user: SignedInUser }) {
  if (search !== '')
    return (
      <div key="no match" className={classes.nothing}>
        <Text>
          No matches in your latest {LIMITS.conversationsSearched} conversations. Try another name or service.
        </Text>
      </div>
    );
  if (show === 'unread')
    return (
      <div key="all read" className={classes.nothing}>
        <Text>No unread messages</Text>
        <Anchor component={Link} to={paths.messages()}>
          Show all conversations
        </Anchor>
      </div>
    );
  return (
    <div key="no messages" className={classes.nothing}>
      <MessageCircle size={34} strokeWidth={1.5} aria-hidden />
      <Text fw={600}>No messages yet</Text>
      {user.userType === 'brand' ? (
        <>
          <Text>Your conversations with creators appear here. Start one from a creator’s profile.</Text>
          <Button component={Link} to={paths.findInfluencers()} variant="default">
            Find creators
          </Button>
        </>
      ) : (
        <Text>Your conversations with brands appear here.</Text>
      )}
    </div>
  );
}
