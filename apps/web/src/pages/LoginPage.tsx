/** /login (spec §2 "Sign-in screen"). */
import { useSearchParams } from 'react-router-dom';
import { AuthScreen } from '../features/auth/AuthScreen.tsx';
import { visitorsOnly } from '../features/auth/next.ts';
import { SignInForm } from '../features/auth/SignInForm.tsx';
import { useTitle } from '../ui/useTitle.ts';

export const loader = visitorsOnly;

export function Page() {
  useTitle('Sign In');
  const next = useSearchParams()[0].get('next');
  return (
    <AuthScreen title="Sign In" description="Welcome back to Marquee.">
      <SignInForm next={next} />
    </AuthScreen>
  );
}
