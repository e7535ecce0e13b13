import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';

/** A link to matching by brief, which creators do not see. */
export function MatchLink() {
  return useUser()?.userType === 'influencer' ? null : (
    <Button component={Link} to={paths.match()} variant="default">
      Matched for you
    </Button>
  );
}
