import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';

/** Links to matching by brief. Renders nothing for creators. */
export function MatchLink() {
  return useUser()?.userType === 'influencer' ? null : (
    <Button component={Link} to={paths.match()} variant="default">
      Matched for you
    </Button>
  );
}
