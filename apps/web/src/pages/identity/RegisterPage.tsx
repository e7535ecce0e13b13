import { useSearchParams } from 'react-router-dom';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { redirectSignedInUser } from '../../features/identity/auth/returnPath.ts';
import { RegisterForm } from '../../features/identity/auth/RegisterForm.tsx';
import { getAccountType, findOrderPerson } from '../../features/booking/orders/orderDraft.ts';
import { paths } from '../../paths.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';

export const loader = redirectSignedInUser;

export function Page() {
  const next = useSearchParams()[0].get('next');
  return (
    <AuthScreen
      showsFee
      title="Create your account"
      description="Sell your services as a creator, or book creators as a brand."
    >
      <PageMeta
        title="Create Account"
        description="Create a free account to publish packages as a creator or book creators as a brand. You pay only when they accept."
        canonical={paths.register()}
      />
      <RegisterForm next={next} userType={getAccountType(next)} known={() => findOrderPerson(next)} />
    </AuthScreen>
  );
}
