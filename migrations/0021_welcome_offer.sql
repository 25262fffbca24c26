-- What was said in the foot of every page of every shop is the shop's own to say.
update site_info set content = content || '{"welcomeOffer": "Get 10% off your first order when you sign up."}';
