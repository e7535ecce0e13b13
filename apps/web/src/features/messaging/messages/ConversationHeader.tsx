import { ActionIcon, Anchor, Text, Title } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import classes from './Conversations.module.css';
import type { MessageConversation } from './message.ts';

/** Shows the other party and the subject of a conversation. On narrow screens it includes a link back to the list. */
export function ConversationHeader({ conversation }: { conversation: MessageConversation }) {
  const { otherName, otherImage, otherUsername, otherType, otherDeletedAt, bookingId, packageName } = conversation;
  const isCreator = otherType === 'influencer' && otherDeletedAt === null;
  return (
    <div className={classes.person}>
      <ActionIcon
        component={Link}
        to={paths.messages()}
        variant="subtle"
        color="gray"
        aria-label="All conversations"
        className={classes.back ?? ''}
      >
        <ArrowLeft size={18} aria-hidden />
      </ActionIcon>
      <PersonAvatar person={{ fullName: otherName, profileImageUrl: otherImage }} size={38} />
      <div className={classes.words}>
        <Title order={2} fz="md" className={classes.name ?? ''}>
          {isCreator ? (
            <Anchor component={Link} to={paths.profile({ username: otherUsername })} inherit>
              {otherName}
            </Anchor>
          ) : (
            otherName
          )}
        </Title>
        <Text size="sm" c="dimmed" className={classes.about ?? ''}>
          {bookingId === null ? (
            'Before a booking'
          ) : (
            <Anchor component={Link} to={paths.bookingDetails({ bookingId })} inherit underline="always">
              {packageName}
            </Anchor>
          )}
        </Text>
      </div>
    </div>
  );
}
