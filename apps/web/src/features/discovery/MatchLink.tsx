import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';

/** The way to creators by a brief; creators have none. */
export function MatchLink() {
  return useUser()?.userType === 'influencer' ? null : (
    <Button component={Link} to={paths.match()} variant="default">
      Matched for you
    </Button>
  );
}
