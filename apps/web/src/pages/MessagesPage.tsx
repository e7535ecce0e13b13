/** /messages?conversation=&booking=&with=&show=: the reader's conversations, and the one that is open. */
import { Anchor, Button, Container, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { LIMITS, type ConversationAsked } from '@marquee/validation';
import { MessageCircle } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import classes from '../features/messages/Conversations.module.css';
import { lineOf } from '../features/messages/message.ts';
import { Person } from '../features/messages/Person.tsx';
import { Thread } from '../features/messages/Thread.tsx';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { failureOf } from '../lib/errors.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Portrait } from '../ui/Portrait.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

type Show = 'all' | 'unread';

/** The conversation that the address names. */
function askedBy(query: URLSearchParams): ConversationAsked | null {
  const [id, bookingId, username] = [query.get('conversation'), query.get('booking'), query.get('with')];
  if (id) return { id };
  if (bookingId) return { bookingId };
  return username ? { username } : null;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const query = new URL(request.url).searchParams;
  const show: Show = query.get('show') === 'unread' ? 'unread' : 'all';
  const asked = askedBy(query);
  const list = orFail(data.messages.list.fetchInfinite({ show }, { ...FRESH, ...paging }), 'Failed to load messages');
  let isMissing = false;
  try {
    if (asked !== null) await data.messages.conversation.fetch(asked, FRESH);
  } catch (error) {
    if (failureOf(error) !== 'CONVERSATION_NOT_FOUND')
      await orFail(Promise.reject(error as Error), 'Failed to load the conversation');
    isMissing = true;
  }
  await list;
  return { user, show, asked, isMissing };
}

export function Page() {
  const { user, show, asked, isMissing } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      <Head title="Messages" />
      <PageHeader title="Messages" />
      <div className={classes.screen} data-open={asked !== null || undefined}>
        <section className={classes.side} aria-label="Conversations">
          <Conversations show={show} asked={asked} user={user} />
        </section>
        <section className={classes.pane} aria-label="Conversation">
          {asked === null ? (
            <div className={classes.choose}>Choose a conversation to read it here.</div>
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
            <Open key={JSON.stringify(asked)} asked={asked} user={user} />
          )}
        </section>
      </div>
    </Container>
  );
}

function Open({ asked, user }: { asked: ConversationAsked; user: User }) {
  const [conversation] = trpc.messages.conversation.useSuspenseQuery(asked);
  return <Thread conversation={conversation} user={user} title={<Person conversation={conversation} />} />;
}

const countedAs = (unread: number) => (unread > LIMITS.unreadCounted ? `${LIMITS.unreadCounted}+` : String(unread));

function Conversations({ show, asked, user }: { show: Show; asked: ConversationAsked | null; user: User }) {
  const [search, setSearch] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('search');
    setSearch(typeof typed === 'string' ? typed.trim() : '');
  };
  return (
    <>
      <div className={classes.tools}>
        <Choices
          label="Which conversations"
          choices={[
            { label: 'All', to: paths.messages(), chosen: show === 'all' },
            { label: 'Unread', to: paths.messages({ show: 'unread' }), chosen: show === 'unread' },
          ]}
        />
        <form onSubmit={submit}>
          <TextInput
            name="search"
            type="search"
            aria-label="Search conversations by name or service"
            placeholder="Search by name or service"
            maxLength={LIMITS.search}
            onChange={(event) => {
              if (event.currentTarget.value === '') setSearch('');
            }}
          />
        </form>
      </div>
      <div className={classes.scroll}>
        <List key={`${show} ${search}`} show={show} search={search} asked={asked} user={user} />
      </div>
    </>
  );
}

interface ListProps {
  show: Show;
  search: string;
  asked: ConversationAsked | null;
  user: User;
}

function List({ show, search, asked, user }: ListProps) {
  const [{ pages }, list] = trpc.messages.list.useSuspenseInfiniteQuery(
    { show, ...(search !== '' && { search }) },
    paging,
  );
  const items = pages.flatMap((page) => page.items);
  if (items.length === 0) return <Nothing show={show} search={search} user={user} />;
  return (
    <>
      <ul className={classes.list}>
        {items.map((each) => (
          <Entry key={each.id} conversation={each} isOpen={isAsked(each, asked)} show={show} user={user} />
        ))}
      </ul>
      <More list={list} failure="Failed to load messages" />
    </>
  );
}

type Listed = Outputs['messages']['list']['items'][number];

const isAsked = (each: Listed, asked: ConversationAsked | null): boolean => {
  if (asked === null) return false;
  if ('id' in asked) return each.id === asked.id;
  return 'bookingId' in asked
    ? each.bookingId === asked.bookingId
    : each.bookingId === null && each.otherUsername === asked.username;
};

function Entry({
  conversation,
  isOpen,
  show,
  user,
}: {
  conversation: Listed;
  isOpen: boolean;
  show: Show;
  user: User;
}) {
  const { id, otherName, otherImage, packageName, unread, lastAt, lastAuthorId } = conversation;
  const last = lineOf({
    said: conversation.lastSaid,
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
        <Portrait person={{ fullName: otherName, profileImageUrl: otherImage }} size={42} />
        <span className={classes.words}>
          <span className={classes.name}>{otherName}</span>
          {packageName !== null && <span className={classes.about}>{packageName}</span>}
          <span className={classes.last}>
            {lastAuthorId === user.id && <span>{'You: '}</span>}
            <span>{last}</span>
          </span>
        </span>
        <span className={classes.when}>
          <When at={lastAt} dateOnly />
          {unread > 0 && (
            <span className={classes.count}>
              {countedAs(unread)}
              <VisuallyHidden> unread</VisuallyHidden>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

function Nothing({ show, search, user }: { show: Show; search: string; user: User }) {
  if (search !== '')
    return (
      <div key="no match" className={classes.nothing}>
        <Text>
          Nobody of that name, and no such service, among your latest {LIMITS.conversationsSearched} conversations.
        </Text>
      </div>
    );
  if (show === 'unread')
    return (
      <div key="all read" className={classes.nothing}>
        <Text>You have read everything.</Text>
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
          <Text>Write to a creator from their profile, or to the other side of a booking.</Text>
          <Button component={Link} to={paths.findInfluencers()} variant="default">
            Find creators
          </Button>
        </>
      ) : (
        <Text>When a brand writes to you, or books you, the conversation is here.</Text>
      )}
    </div>
  );
}
