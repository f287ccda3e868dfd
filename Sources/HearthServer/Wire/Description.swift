import Hearth
package import HearthHTTP

extension Wire {
    /// The description of Hearth's own interface, which is `openapi.json`.
    package static let description = APIDescription(
        head: [
            "openapi": "3.1.0",
            "info": [
                "title": "Hearth", "version": "0.1.0", "summary": "The interface of Hearth's page.",
                "description": .string(about), "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "security": [["session": []], ["bearer": []]],
            "tags": [], "paths": [:],
            "components": [
                "securitySchemes": [
                    "session": ["type": "apiKey", "in": "header", "name": "hearth-session"],
                    "bearer": ["type": "http", "scheme": "bearer"],
                ]
            ],
        ], operations: operations, failure: Failed.self)

    private static let about = """
        Everything that the page does, on this machine. Offsets of text count UTF-8 bytes, end exclusive; \
        pages count from 1; times are seconds; dates are ISO 8601. A field whose value is not known is null \
        or left out; more fields may be added at any time. What is sent has no names but those told here, in \
        the address, a form or JSON: another one is refused (400 `unknown-field`).

        A browser is signed in by the header `hearth-session`, whose value it gets once, by `POST \
        /api/session`, and keeps in its origin's storage; an answer may have another one in its place, in \
        the header `hearth-session-next`. A program sends `Authorization: Bearer TOKEN` with the content of \
        the file `program-token`, which signs nobody in. There are no cookies, because browsers send those to every port of a host. \
        `Origin` is checked where it is sent, and `Sec-Fetch-Site`, where sent, must be `same-origin`. What \
        a browser fetches without headers (sound, downloads) has a ticket in its address, from `POST \
        /api/tickets`.

        A program reads up to the label that its owner set (`api-ceiling`, personal by default): what is \
        more private is not there for it, or 403 `above-ceiling`. What it was given is in the ledger. Only \
        the browser makes a label milder, gives consents, changes settings, endpoints, keys and environments, adds, chooses \
        or removes models, follows feeds and keeps pages, says which folders are kept in step, and deletes everything (403 `owner-only`).

        On a shared server each person with an account is answered from a library of their own, by the same \
        addresses. What is everybody's (settings, keys, endpoints, models, accounts) an administrator changes, and \
        what reaches files and programs of the machine only whoever runs the server (403 `owner-only`). A program of theirs \
        sends a token from `POST /api/tokens`, which says what it may be used for.
        """

    /// Everything that can be asked.
    private static let operations: [OperationDescription] = [
        getSession.description,
        signIn.description,
        beginProviderSignIn.description,
        finishProviderSignIn.description,
        changePassword.description,
        signOut.description,
        listSessions.description,
        endOtherSessions.description,
        endSession.description,
        makeTicket.description,
        followSignInLink.description,
        makeSignInLink.description,
        withdrawSignInLink.description,
        listJobs.description,
        getJob.description,
        followJob.description,
        cancelJob.description,
        pauseJob.description,
        resumeJob.description,
        listDocuments.description,
        uploadDocuments.description,
        ingestPaths.description,
        removeDocuments.description,
        getDocument.description,
        labelDocument.description,
        removeDocument.description,
        reindexDocument.description,
        getDocumentText.description,
        getPagePicture.description,
        getPagePlaces.description,
        listFolders.description,
        addFolder.description,
        changeFolder.description,
        removeFolder.description,
        refreshFolder.description,
        listFolderFiles.description,
        removeFolderDocuments.description,
        listCollections.description,
        makeCollection.description,
        changeCollection.description,
        removeCollection.description,
        listCollectionReaders.description,
        shareCollection.description,
        unshareCollection.description,
        addToSharedCollection.description,
        changeSharedDocument.description,
        removeSharedDocument.description,
        search.description,
        suggest.description,
        listFeeds.description,
        addFeed.description,
        refreshFeeds.description,
        removeFeed.description,
        listFeedItems.description,
        fetchEpisode.description,
        exportFeeds.description,
        importFeeds.description,
        clipPage.description,
        listConversations.description,
        createConversation.description,
        getConversation.description,
        changeConversation.description,
        removeConversation.description,
        branchConversation.description,
        exportConversation.description,
        sendMessage.description,
        stopAnswer.description,
        listTranscripts.description,
        uploadTranscripts.description,
        getRecordings.description,
        uploadRecordings.description,
        getTranscript.description,
        getAudio.description,
        getAnalysis.description,
        analyze.description,
        askTranscript.description,
        searchTranscript.description,
        exportTranscript.description,
        listEntries.description,
        writeEntry.description,
        getEntry.description,
        changeEntry.description,
        removeEntry.description,
        importJournal.description,
        getCalendar.description,
        listPeriods.description,
        rollUp.description,
        getWrapped.description,
        getWrappedPage.description,
        listPeople.description,
        correctPeople.description,
        listModels.description,
        addModel.description,
        listModelKinds.description,
        listLoadedModels.description,
        searchHub.description,
        listHubFiles.description,
        inspectModel.description,
        getModel.description,
        removeModel.description,
        pullModel.description,
        useModel.description,
        verifyModel.description,
        unloadModel.description,
        getModelSettings.description,
        changeModelSetting.description,
        resetModelSettings.description,
        getRouting.description,
        changeRouting.description,
        explainRoute.description,
        listConsents.description,
        grantConsent.description,
        revokeConsent.description,
        listLedger.description,
        getLedgerTotals.description,
        verifyLedger.description,
        exportLedger.description,
        packLibrary.description,
        getPackedLibrary.description,
        unpackLibrary.description,
        deleteEverything.description,
        listSettings.description,
        setSetting.description,
        unsetSetting.description,
        getGenerationDefaults.description,
        listKeys.description,
        setKey.description,
        removeKey.description,
        validateKey.description,
        listEndpoints.description,
        setEndpoint.description,
        removeEndpoint.description,
        testEndpoint.description,
        listEndpointGroups.description,
        setEndpointGroup.description,
        removeEndpointGroup.description,
        listToolServers.description,
        changeToolServer.description,
        signInAtToolServer.description,
        signOutOfToolServer.description,
        listEnvironments.description,
        addEnvironment.description,
        removeEnvironment.description,
        useEnvironment.description,
        getStorage.description,
        getAbout.description,
        getDescription.description,
        listLabels.description,
        listPersons.description,
        changePerson.description,
        removePerson.description,
        invitePerson.description,
        withdrawInvitation.description,
        getSignInProvider.description,
        setSignInProvider.description,
        removeSignInProvider.description,
        listLinks.description,
        removeLink.description,
        removePersonLink.description,
        listTokens.description,
        makeToken.description,
        revokeToken.description,
    ]
}
